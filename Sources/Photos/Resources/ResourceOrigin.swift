import BlobStore
import Foundation
import MediaRequests
import MediaWork
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// The place of a resource's bytes.
enum ResourceOrigin: Sendable {
    /// An empty resource has no bytes.
    case nowhere
    /// A file of an asset.
    case library(ResourceRecord, assetUUID: String, Library)
    /// A client's file.
    case file(URL)

    /// A file that is open for reading.
    struct OpenBytes: Sendable {
        let file: OpenFile
        /// Bytes.
        let size: Int64
        /// The name in errors.
        let name: String
        /// The digest of an original. `nil` for a client's file.
        let digest: BlobDigest?
    }

    var isLocallyAvailable: Bool {
        switch self {
        case .nowhere: return false
        case .file(let url): return FileManager.default.isReadableFile(atPath: url.path(percentEncoded: false))
        case .library(let record, _, let library):
            do {
                // The size tells nothing about the bytes, so no access is needed.
                return try library.originals.isHere(record.sha256, byteCount: record.fileSize)
            } catch {
                Diagnostics.report("Whether \(record.originalFilename) is on this machine could not be read: \(error)")
                return false
            }
        }
    }

    /// Opens the file. Checks the client's current access, and downloads a remote original if `network` allows it.
    ///
    /// - Parameter deliver: Called once, unless the task is cancelled before.
    /// - Returns: A task that cancels the download, or `nil` if nothing can be cancelled.
    func open(
        for session: PhotoLibrarySession, network: NetworkAccess,
        deliver: @escaping @Sendable (Result<OpenBytes, any Error>) -> Void
    ) -> ImageTask? {
        switch self {
        case .nowhere:
            deliver(.failure(RequestFailure.noResource))
        case .file(let url):
            deliver(Result { try Self.open(url) })
        case .library(let record, let uuid, let library):
            do {
                guard let access = session.accessForReading() else {
                    throw RequestFailure.access(session.status(for: .readWrite), client: session.client)
                }
                let view = library.view(for: .client(session.client, access: access))
                let source = try view.source(of: record, ofAssetUUID: uuid)
                return view.originals.fetch([source], network: network) { result in
                    deliver(
                        Result {
                            try result.get()
                            return OpenBytes(
                                file: try view.originals.open(source.digest), size: record.fileSize,
                                name: record.originalFilename, digest: source.digest)
                        })
                }
            } catch {
                deliver(.failure(error))
            }
        }
        return nil
    }

    /// Checks that the client may still read the resource.
    ///
    /// - Throws: The same errors as a new request for the resource.
    func checkAccess(of session: PhotoLibrarySession) throws {
        guard case .library(let record, let uuid, let library) = self else { return }
        do {
            try DeliveryPermit(library, asset: record.assetID, uuid: uuid, session).check()
        } catch let error as LibraryError {
            throw error.code == .notFound ? .gone(record, ofAssetUUID: uuid) : error
        }
    }

    private static func open(_ url: URL) throws -> OpenBytes {
        let path = url.path(percentEncoded: false)
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw RequestFailure.unreadable(path, "\(Errno.current)") }
        let file = OpenFile(takingOver: descriptor)
        let status = try file.withDescriptor { try FileDescriptor(rawValue: $0).status() }
        guard status.isRegularFile else { throw RequestFailure.unreadable(path, "it isn't a regular file") }
        return OpenBytes(file: file, size: status.size, name: path, digest: nil)
    }
}

extension ResourceOrigin.OpenBytes {
    /// Reads at most `limit` bytes at an offset. Returns fewer at the end of the file.
    func read(at offset: Int64, atMost limit: Int) throws -> Data {
        let count = Int(min(Int64(limit), max(0, size - offset)))
        guard count > 0 else { return Data() }
        var data = Data(count: count)
        let read = try data.withUnsafeMutableBytes { buffer -> Int in
            try file.withDescriptor { descriptor in
                var filled = 0
                while filled < count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<count])
                    let step = try Self.read(descriptor, at: offset + Int64(filled), into: rest, name: name)
                    if step == 0 { break }
                    filled += step
                }
                return filled
            }
        }
        // An original with fewer bytes than were imported is damaged.
        guard read == count else { throw RequestFailure.unreadable(name, "it is shorter than it was") }
        return data
    }

    private static func read(
        _ descriptor: Int32, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer, name: String
    ) throws -> Int {
        do throws(Errno) {
            return try FileDescriptor(rawValue: descriptor).read(at: offset, into: buffer)
        } catch {
            throw RequestFailure.unreadable(name, "\(error)")
        }
    }
}
