import CLibAV
import Foundation
import MediaRequests

/// An open file that libavformat writes with `pwrite`. The descriptor's position doesn't change. Only one thread can
/// use it.
final class DescriptorSink {
    private static let bufferSize: Int32 = 256 << 10

    let descriptor: Int32
    private var position: Int64 = 0
    /// The end of the written bytes.
    private(set) var count: Int64 = 0
    /// The error of the first failed write.
    private(set) var failure: Int32?
    /// Receives the end of each write.
    var didWrite: ((Int64) -> Void)?

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Creates a context that writes this file. Free it with `DescriptorSource.release` before this object is
    /// deallocated.
    func makeContext() -> UnsafeMutablePointer<AVIOContext>? {
        guard let buffer = av_malloc(Int(Self.bufferSize)) else { return nil }
        let made = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 1,
            Unmanaged.passUnretained(self).toOpaque(), nil,
            { sink, buffer, count in DescriptorSink.at(sink)?.write(buffer, count) ?? -1 },
            { sink, offset, whence in DescriptorSink.at(sink)?.seek(to: offset, whence) ?? -1 })
        guard let context = made else {
            av_free(buffer)
            return nil
        }
        // Otherwise, libavformat would write each packet alone.
        context.pointee.min_packet_size = Self.bufferSize
        return context
    }

    /// The error of a failed write for people, or `nil` if none has failed.
    var error: MediaError? {
        switch failure {
        case nil: nil
        case ENOSPC, EDQUOT:
            MediaError(
                .diskFull, "The disk is full. Free some space, or choose a smaller preset, and export again.")
        case EFBIG:
            MediaError(
                .limitExceeded,
                "The exported movie becomes larger than a movie of this duration can be, or than the disk allows.")
        case let number?:
            MediaError(.unwritable, "The exported movie can't be written: \(String(cString: strerror(number))).")
        }
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> DescriptorSink? {
        address.map { Unmanaged<DescriptorSink>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Replaces all bytes from a position on, after libavformat has finished.
    ///
    /// - Throws: The error of the write.
    func replace(from start: Int64, with bytes: [UInt8]) throws(MediaError) {
        position = start
        var copy = bytes
        let count = Int32(clamping: copy.count)
        let written = copy.withUnsafeMutableBufferPointer { write($0.baseAddress, count) }
        if let error { throw error }
        guard written == bytes.count else {
            throw MediaError(.limitExceeded, "The movie's index is too large.")
        }
    }

    private func write(_ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32) -> Int32 {
        var done = 0
        while done < Int(size) {
            let written = pwrite(descriptor, buffer.map { $0 + done }, Int(size) - done, off_t(position))
            if written < 0, errno == EINTR { continue }
            guard written > 0 else {
                if failure == nil { failure = written < 0 ? errno : EIO }
                return -EIO
            }
            done += written
            position += Int64(written)
            count = max(count, position)
        }
        didWrite?(position)
        return size
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
