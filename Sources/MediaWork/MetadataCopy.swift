import CAlbumenSystem
import Cancellation
import Foundation
import MediaRequests
import SystemCalls
import SystemPackage

/// Copies a file and then changes some of its bytes.
struct MetadataCopy {
    private static let chunkInBytes = 1 << 20

    let source: Int32
    let output: Int32

    static func size(of descriptor: Int32) throws(MediaError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw MediaError(.unreadable, "not a regular file")
        }
        return Int(status.st_size)
    }

    func write(_ changes: [ByteChange], unless cancellation: WorkCancellation?) throws(MediaError) {
        try copy(unless: cancellation)
        for change in changes {
            if cancellation?.isCancelled == true { throw .cancelled }
            switch change {
            case .write(let bytes, let offset): try write(bytes[...], at: offset)
            case .fill(let range, let byte):
                let chunk = [UInt8](repeating: byte, count: min(range.count, Self.chunkInBytes))
                for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunkInBytes) {
                    try write(chunk.prefix(range.upperBound - start), at: start)
                }
            }
        }
    }

    private func copy(unless cancellation: WorkCancellation?) throws(MediaError) {
        var chunk = [UInt8](repeating: 0, count: Self.chunkInBytes)
        var offset = 0
        while true {
            if cancellation?.isCancelled == true { throw .cancelled }
            let count = chunk.withUnsafeMutableBytes { pread(source, $0.baseAddress, $0.count, off_t(offset)) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw MediaError(.exhausted, "the file can't be read: \(Errno.current)") }
            if count == 0 { return }
            try write(chunk.prefix(count), at: offset)
            offset += count
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(MediaError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(output, $0.baseAddress! + done, $0.count - done, off_t(offset + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = Errno.current
                throw MediaError(
                    Set.withoutSpace.contains(reason) ? .diskFull : .unwritable,
                    "The copy can't be written: \(reason).")
            }
            done += count
        }
    }
}
