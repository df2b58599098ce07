package import BlobStore
package import Foundation
import MediaRequests
import MediaWork
package import Records
import SystemCalls
import SystemPackage

/// An open file, or bytes in memory, that an intake reads.
package struct IntakeSource {
    enum Bytes {
        /// A regular file, with its status when it was opened.
        case file(Int32, Stat)
        case data(Data)
    }

    let bytes: Bytes
    /// The name that the media worker takes into account.
    let filename: String
    /// The name in error messages: the path of a file.
    let label: String
    /// The copy that the descriptor belongs to, if the bytes are staged already.
    var staged: StagedBlob?
    /// The date when the file was last changed, if the descriptor's file doesn't have it.
    var fileDate: Date?

    /// In bytes.
    package var size: Int64 {
        switch bytes {
        case .file(_, let status): status.size
        case .data(let data): Int64(data.count)
        }
    }

    /// The date when the file was last changed, or `nil` for bytes in memory.
    var modificationDate: Date? {
        if let fileDate { return fileDate }
        guard case .file(_, let status) = bytes else { return nil }
        return Date(timeIntervalSince1970: Double(status.modificationTime) / 1_000_000_000)
    }

    /// Whether the file still has the size and time of change that it had when it was opened.
    package var isUnchanged: Bool {
        guard case .file(let descriptor, let status) = bytes else { return true }
        guard let now = try? FileDescriptor(rawValue: descriptor).status() else { return false }
        return now.hasSameContent(as: status)
    }

    /// Hashes all bytes.
    package func digest() throws(BlobStoreError) -> BlobDigest {
        switch bytes {
        case .file(let descriptor, _): try BlobDigest(hashing: descriptor, named: label)
        case .data(let data): try BlobDigest(hashing: data)
        }
    }

    /// Returns all bytes, or `nil` if there are more than `limit`.
    ///
    /// - Throws: `IntakeFailure` if the file can't be read.
    package func read(atMost limit: Int) throws -> Data? {
        switch bytes {
        case .data(let data): return data.count <= limit ? data : nil
        case .file(let descriptor, _):
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit + 1, alignment: 16)
            defer { buffer.deallocate() }
            var count = 0
            do throws(Errno) {
                while count < buffer.count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                    let read = try FileDescriptor(rawValue: descriptor).read(at: Int64(count), into: rest)
                    if read == 0 { break }
                    count += read
                }
            } catch {
                throw IntakeFailure(.unopenable(error), label: label)
            }
            return count <= limit ? Data(buffer[..<count]) : nil
        }
    }

    func probe(_ workers: WorkerPool) throws(MediaError) -> MediaProbe {
        switch bytes {
        case .file(let descriptor, _): try workers.probe(descriptor: descriptor, filename: filename)
        case .data(let data): try workers.probe(data, filename: filename)
        }
    }

    /// - Parameter takesOver: Whether the file is the library's own. The label is then its path.
    func stage(_ staging: any BlobIntake, takingOver takesOver: Bool = false) throws(BlobStoreError) -> StagedBlob {
        if let staged { return staged }
        return switch bytes {
        case .file(let descriptor, _) where takesOver: try staging.stage(takingOver: descriptor, at: label)
        case .file(let descriptor, _): try staging.stage(descriptor: descriptor, named: label)
        case .data(let data): try staging.stage(data)
        }
    }
}
