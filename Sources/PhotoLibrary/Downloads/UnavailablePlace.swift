import BlobStore
import Cancellation
import Foundation

/// A place that can't be opened, because its settings are wrong or this build can't use it. Each call fails with the
/// reason, so the library works and remote originals say what is missing.
struct UnavailablePlace: RemoteBlobStore {
    let address: String
    let reason: RemoteBlobError

    var trustedAge: TimeInterval { 0 }

    func size(of name: RemoteName, _ cancellation: WorkCancellation) throws -> Int64? { throw reason }

    func download(_ name: RemoteName, range: Range<Int64>?) throws -> any BlobDownload { throw reason }

    func upload(
        _ upload: RemoteUpload, from file: OpenFile, _ cancellation: WorkCancellation,
        progress: @escaping @Sendable (Int64) -> Void, save: (RemoteUpload) throws -> Void
    ) throws -> StoredBlob {
        throw reason
    }

    func abandon(_ upload: UnfinishedUpload, _ cancellation: WorkCancellation) throws { throw reason }

    func unfinishedUploads(
        after position: String?, _ cancellation: WorkCancellation
    ) throws -> RemotePage<UnfinishedUpload> {
        throw reason
    }

    func list(
        _ prefix: String, after position: String?, limit: Int, _ cancellation: WorkCancellation
    ) throws -> RemotePage<RemoteObject> {
        throw reason
    }

    func remove(_ name: RemoteName, _ cancellation: WorkCancellation) throws { throw reason }

    func document(_ name: RemoteName, _ cancellation: WorkCancellation) throws -> Data? { throw reason }

    func putDocument(_ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation) throws -> Bool {
        throw reason
    }

    func createDocument(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> DocumentCreation {
        throw reason
    }

    func overwrite(_ advice: RemoteAdvice, with data: Data, _ cancellation: WorkCancellation) throws { throw reason }
}
