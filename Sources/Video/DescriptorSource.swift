import CAlbumenSystem
import CLibAV
import Foundation

/// An open file as libavformat reads it: by `pread`, so that the descriptor's own position stays as it is, and never by
/// a path. Used by one thread.
final class DescriptorSource {
    private static let bufferSize: Int32 = 32 << 10

    let count: Int64
    private let descriptor: Int32
    private var position: Int64 = 0

    /// Nil for a descriptor that is no regular file's.
    init?(descriptor: Int32) {
        var status = stat()
        guard albumen_descriptor_status(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.descriptor = descriptor
        count = Int64(status.st_size)
    }

    /// As many bytes as there are, at most `limit`.
    func bytes(at offset: Int64, limit: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
            used = max(0, read(into: buffer.baseAddress, limit, at: offset))
        }
    }

    /// A context that reads here; it must be freed by `release` before this object goes.
    func makeContext() -> UnsafeMutablePointer<AVIOContext>? {
        guard let buffer = av_malloc(Int(Self.bufferSize)) else { return nil }
        let context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 0,
            Unmanaged.passUnretained(self).toOpaque(),
            { source, buffer, count in
                DescriptorSource.at(source)?.read(into: buffer, count) ?? albumen_av_end_of_file
            },
            nil,
            { source, offset, whence in DescriptorSource.at(source)?.seek(to: offset, whence) ?? -1 })
        if context == nil { av_free(buffer) }
        return context
    }

    static func release(_ context: UnsafeMutablePointer<AVIOContext>) {
        var context: UnsafeMutablePointer<AVIOContext>? = context
        // libavformat may have replaced the buffer it was given.
        av_free(context?.pointee.buffer)
        avio_context_free(&context)
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> DescriptorSource? {
        address.map { Unmanaged<DescriptorSource>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into buffer: UnsafeMutablePointer<UInt8>?, _ limit: Int32) -> Int32 {
        let read = read(into: buffer, Int(limit), at: position)
        guard read > 0 else { return albumen_av_end_of_file }
        position += Int64(read)
        return Int32(read)
    }

    private func read(into buffer: UnsafeMutablePointer<UInt8>?, _ limit: Int, at offset: Int64) -> Int {
        while true {
            let read = pread(descriptor, buffer, limit, off_t(offset))
            if read >= 0 || errno != EINTR { return read }
        }
    }

    private func seek(to offset: Int64, _ whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 { return count }
        let (target, isPast) =
            switch whence & 0xFF {
            case SEEK_CUR: position.addingReportingOverflow(offset)
            case SEEK_END: count.addingReportingOverflow(offset)
            default: (offset, false)
            }
        guard !isPast, target >= 0 else { return -1 }
        position = target
        return target
    }
}
