import BlobStore
import Cancellation
import Foundation
import Records
import Synchronization

/// A place that counts its calls, and fails one of them.
final class WatchedPlace: RemoteBlobStore {
    enum Call: Equatable, Sendable {
        case download(String)
        case upload(String)
        case remove(String)
        case list(String)
    }

    enum Failure: CaseIterable, Sendable {
        /// Fails before anything happens.
        case refused
        /// Does what was asked, and fails as if the answer was lost.
        case answerLost
    }

    private struct State {
        var calls: [Call] = []
        var failing: (number: Int, failure: Failure)?
    }

    let place: any RemoteBlobStore
    private let state = Mutex(State())

    init(_ place: any RemoteBlobStore) { self.place = place }

    /// The calls for packs of thumbnails and for originals, in order.
    var calls: [Call] { state.withLock { $0.calls } }

    var uploads: [String] { calls.compactMap { if case .upload(let name) = $0 { name } else { nil } } }

    var downloadsOfOriginals: [String] {
        calls.compactMap { if case .download(let name) = $0, name.hasPrefix("originals/") { name } else { nil } }
    }

    /// Forgets the calls, and lets the call with a number fail, from 0.
    func restart(failing number: Int? = nil, _ failure: Failure = .refused) {
        state.withLock { $0 = State(failing: number.map { ($0, failure) }) }
    }

    private func watched<Value>(_ call: Call, _ text: String, _ body: () throws -> Value) throws -> Value {
        guard text.hasPrefix("albumen/thumbs/") || text.hasPrefix("originals/") else { return try body() }
        let failure: Failure? = state.withLock { state in
            defer { state.calls.append(call) }
            return state.failing.flatMap { $0.number == state.calls.count ? $0.failure : nil }
        }
        let error = RemoteBlobError(.unreachable, "The test disturbs this call.")
        if failure == .refused { throw error }
        let value = try body()
        if failure == .answerLost { throw error }
        return value
    }

    func download(_ name: RemoteName, range: Range<Int64>?) throws -> any BlobDownload {
        try watched(.download(name.text), name.text) { try place.download(name, range: range) }
    }

    func upload(
        _ upload: RemoteUpload, from file: OpenFile, _ cancellation: WorkCancellation,
        progress: @escaping @Sendable (Int64) -> Void, save: (RemoteUpload) throws -> Void
    ) throws -> StoredBlob {
        try watched(.upload(upload.name.text), upload.name.text) {
            try place.upload(upload, from: file, cancellation, progress: progress, save: save)
        }
    }

    func list(
        _ prefix: String, after position: String?, limit: Int, _ cancellation: WorkCancellation
    ) throws -> RemotePage<RemoteObject> {
        try watched(.list(prefix), prefix) { try place.list(prefix, after: position, limit: limit, cancellation) }
    }

    func remove(_ name: RemoteName, _ cancellation: WorkCancellation) throws {
        try watched(.remove(name.text), name.text) { try place.remove(name, cancellation) }
    }

    // MARK: The place's own calls

    var address: String { place.address }
    var trustedAge: TimeInterval { place.trustedAge }
    var canBeDetached: Bool { place.canBeDetached }

    func size(of name: RemoteName, _ cancellation: WorkCancellation) throws -> Int64? {
        try place.size(of: name, cancellation)
    }

    func abandon(_ upload: UnfinishedUpload, _ cancellation: WorkCancellation) throws {
        try place.abandon(upload, cancellation)
    }

    func unfinishedUploads(
        after position: String?, _ cancellation: WorkCancellation
    ) throws -> RemotePage<UnfinishedUpload> {
        try place.unfinishedUploads(after: position, cancellation)
    }

    func document(_ name: RemoteName, _ cancellation: WorkCancellation) throws -> Data? {
        try place.document(name, cancellation)
    }

    func putDocument(_ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation) throws -> Bool {
        try place.putDocument(data, name, cancellation)
    }

    func createDocument(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> DocumentCreation {
        try place.createDocument(data, name, cancellation)
    }

    func overwrite(_ advice: RemoteAdvice, with data: Data, _ cancellation: WorkCancellation) throws {
        try place.overwrite(advice, with: data, cancellation)
    }
}
