import CAlbumenSystem
import CLibAV
import Foundation
import MediaContainers
import MediaRequests

/// An open file that libavformat reads with `pread`. The descriptor's position doesn't change. Only one thread can use
/// it.
final class DescriptorSource: ByteSource {
    private static let bufferSize: Int32 = 32 << 10

    let count: Int
    private let descriptor: Int32
    private var position: Int64 = 0

    /// Returns `nil` if the descriptor isn't that of a regular file.
    init?(descriptor: Int32) {
        var status = stat()
        guard albumen_descriptor_status(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.descriptor = descriptor
        count = Int(status.st_size)
    }

    /// Returns the bytes at an offset, at most `limit`.
    func bytes(at offset: Int, limit: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
            used = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var readable = buffer.count
        if PartialReading.isActive {
            // Bytes behind the end of the file aren't missing.
            readable = PartialReading.readableCount(at: offset, of: max(0, min(readable, count - offset)))
        }
        while true {
            let read = pread(descriptor, buffer.baseAddress, readable, off_t(offset))
            if read >= 0 || errno != EINTR { return max(0, read) }
        }
    }

    /// Creates a context that reads this file. Free it with `release` before this object is deallocated.
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
        // libavformat may have replaced the buffer.
        av_free(context?.pointee.buffer)
        avio_context_free(&context)
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> DescriptorSource? {
        address.map { Unmanaged<DescriptorSource>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into buffer: UnsafeMutablePointer<UInt8>?, _ limit: Int32) -> Int32 {
        let read = read(at: Int(position), into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(limit)))
        guard read > 0 else { return albumen_av_end_of_file }
        position += Int64(read)
        return Int32(read)
    }

    private func seek(to offset: Int64, _ whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 { return Int64(count) }
        let (target, isPast) =
            switch whence & 0xFF {
            case SEEK_CUR: position.addingReportingOverflow(offset)
            case SEEK_END: Int64(count).addingReportingOverflow(offset)
            default: (offset, false)
            }
        guard !isPast, target >= 0 else { return -1 }
        position = target
        return target
    }
}
