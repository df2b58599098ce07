import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import Synchronization

/// A place in memory whose creations and reads of documents go wrong as a test says.
final class FaultyPlace: RemoteBlobStore {
    enum Fault: Sendable {
        /// Fails before anything is stored.
        case refused
        /// Stores the document, and fails as if the answer was lost.
        case answerLost
        /// Replaces a document with this name, and reports a creation.
        case conditionIgnored
        /// Doesn't support conditions.
        case unsupported
        /// Creates this document first, as another copy that was faster.
        case overtaken(by: Data)
    }

    let place = StandInBlobStore()
    private let plan: @Sendable (RemoteName) -> Fault?
    private let readFailure = Mutex<RemoteBlobError?>(nil)
    private let count = Mutex(0)

    /// - Parameter plan: Returns the fault of a creation, or `nil` for none. Called on the thread of the creation.
    init(_ plan: @escaping @Sendable (RemoteName) -> Fault? = { _ in nil }) {
        self.plan = plan
    }

    /// The number of creations so far.
    var creationCount: Int { count.withLock { $0 } }

    /// Lets all reads of documents fail, or none.
    func failReads(_ error: RemoteBlobError?) { readFailure.withLock { $0 = error } }

    func createDocument(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> DocumentCreation {
        count.withLock { $0 += 1 }
        switch plan(name) {
        case nil: break
        case .refused: throw RemoteBlobError(.slowDown, "Busy.")
        case .answerLost:
            _ = try place.createDocument(data, name, cancellation)
            throw RemoteBlobError(.unreachable, "The answer was lost.")
        case .conditionIgnored:
            place.replace(name, with: data)
            return .created
        case .unsupported: throw RemoteBlobError(.withoutConditions, "This place doesn't support conditions.")
        case .overtaken(let other): place.replace(name, with: other)
        }
        return try place.createDocument(data, name, cancellation)
    }

    func document(_ name: RemoteName, _ cancellation: WorkCancellation) throws -> Data? {
        if let error = readFailure.withLock({ $0 }) { throw error }
        return try place.document(name, cancellation)
    }

    // MARK: The place's own calls

    var address: String { place.address }
    var trustedAge: TimeInterval { place.trustedAge }

    func size(of name: RemoteName, _ cancellation: WorkCancellation) throws -> Int64? {
        try place.size(of: name, cancellation)
    }

    func download(_ name: RemoteName, range: Range<Int64>?) throws -> any BlobDownload {
        try place.download(name, range: range)
    }

    func upload(
        _ upload: RemoteUpload, from file: OpenFile, _ cancellation: WorkCancellation,
        progress: @escaping @Sendable (Int64) -> Void, save: (RemoteUpload) throws -> Void
    ) throws -> StoredBlob {
        try place.upload(upload, from: file, cancellation, progress: progress, save: save)
    }

    func abandon(_ upload: UnfinishedUpload, _ cancellation: WorkCancellation) throws {
        try place.abandon(upload, cancellation)
    }

    func unfinishedUploads(
        after position: String?, _ cancellation: WorkCancellation
    ) throws -> RemotePage<UnfinishedUpload> {
        try place.unfinishedUploads(after: position, cancellation)
    }

    func list(
        _ prefix: String, after position: String?, limit: Int, _ cancellation: WorkCancellation
    ) throws -> RemotePage<RemoteObject> {
        try place.list(prefix, after: position, limit: limit, cancellation)
    }

    func remove(_ name: RemoteName, _ cancellation: WorkCancellation) throws { try place.remove(name, cancellation) }

    func putDocument(_ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation) throws -> Bool {
        try place.putDocument(data, name, cancellation)
    }

    func overwrite(_ advice: RemoteAdvice, with data: Data, _ cancellation: WorkCancellation) throws {
        try place.overwrite(advice, with: data, cancellation)
    }
}
