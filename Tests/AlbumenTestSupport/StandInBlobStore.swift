package import BlobStore
package import Cancellation
package import Foundation
package import Records
import Synchronization
import SystemCalls
import SystemPackage
import Testing

/// A place in memory, whose bytes arrive in pieces. A test decides whether they arrive, break off, are wrong or missing.
package final class StandInBlobStore: RemoteBlobStore {
    package enum Behaviour: Sendable {
        /// Delivers all bytes.
        case delivers
        /// Delivers each piece after the first only when the gate is open.
        case waits(Gate)
        /// Can't be reached.
        case isUnreachable
        /// Breaks the connection after the first piece.
        case breaksOff
        /// Breaks the connection after a share of the bytes.
        case breaksOffAfter(Double)
        /// Delivers the right number of wrong bytes.
        case deliversOthers
        /// Reports a wrong size and then delivers all bytes.
        case tellsSize(Int64)
    }

    private struct State {
        var objects: [RemoteName: Data] = [:]
        /// The parts of unfinished uploads, by their references.
        var uploads: [String: (name: RemoteName, parts: [Int: Data])] = [:]
        var lastUpload = 0
        var behaviour = Behaviour.delivers
        var downloads: [BlobDigest] = []
        var ranges: [Range<Int64>] = []
        var cancelled: [BlobDigest] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var address: String { "memory:" }

    package var trustedAge: TimeInterval { .infinity }

    package var behaviour: Behaviour {
        get { state.withLock { $0.behaviour } }
        set { state.withLock { $0.behaviour = newValue } }
    }

    /// The started downloads of blobs, in order.
    package var downloads: [BlobDigest] { state.withLock { $0.downloads } }
    /// The bytes of the started downloads of blobs, in order.
    package var ranges: [Range<Int64>] { state.withLock { $0.ranges } }
    /// The cancelled downloads of blobs, in order.
    package var cancelled: [BlobDigest] { state.withLock { $0.cancelled } }
    /// The names of all objects, sorted.
    package var names: [RemoteName] { state.withLock { $0.objects.keys.sorted() } }

    package func keep(_ data: Data) throws {
        let name = RemoteName.original(try BlobDigest(hashing: data))
        state.withLock { $0.objects[name] = data }
    }

    /// Stores other bytes under a name, as a failing store does.
    package func replace(_ name: RemoteName, with data: Data?) {
        state.withLock { $0.objects[name] = data }
    }

    package func size(of name: RemoteName, _ cancellation: WorkCancellation) throws -> Int64? {
        try checkReachable(cancellation)
        return state.withLock { state in state.objects[name].map { Int64($0.count) } }
    }

    package func download(_ name: RemoteName, range: Range<Int64>?) throws -> any BlobDownload {
        let digest = name.originalDigest
        let (data, behaviour) = state.withLock { state in
            if let digest { state.downloads.append(digest) }
            return (state.objects[name], state.behaviour)
        }
        if case .isUnreachable = behaviour { throw Self.unreachable }
        guard let data else { throw RemoteBlobError(.notFound, "The place has no \(name).") }
        let bounds = Int64(0)..<Int64(data.count)
        let wanted = (range ?? bounds).clamped(to: bounds)
        let part = data.subdata(in: Int(wanted.lowerBound)..<Int(wanted.upperBound))
        if digest != nil { state.withLock { $0.ranges.append(wanted) } }
        return StandInDownload(part, behaviour) {
            self.state.withLock { state in
                if let digest { state.cancelled.append(digest) }
            }
        }
    }

    // MARK: Uploads

    package func upload(
        _ upload: RemoteUpload, from file: OpenFile, _ cancellation: WorkCancellation,
        progress: @escaping @Sendable (Int64) -> Void, save: (RemoteUpload) throws -> Void
    ) throws -> StoredBlob {
        try checkReachable(cancellation)
        var upload = upload
        do {
            return try store(&upload, file, cancellation, progress, save)
        } catch let error as RemoteBlobError {
            if error.code == .sourceDamaged { try abandon(upload, cancellation) }
            throw error
        }
    }

    private func store(
        _ upload: inout RemoteUpload, _ file: OpenFile, _ cancellation: WorkCancellation,
        _ progress: (Int64) -> Void, _ save: (RemoteUpload) throws -> Void
    ) throws -> StoredBlob {
        let source = UploadSource(file, of: upload)
        let reference = state.withLock { state in
            if let reference = upload.reference, state.uploads[reference] != nil { return reference }
            state.lastUpload += 1
            let reference = "upload \(state.lastUpload)"
            state.uploads[reference] = (upload.name, [:])
            upload.reference = reference
            upload.parts = []
            return reference
        }
        try save(upload)
        for number in 1...upload.partCount {
            let digest = try source.hash(part: number, cancellation)
            let range = upload.range(ofPart: number)
            if !upload.parts.contains(where: { $0.number == number && $0.digest == digest }) {
                let bytes = try Self.read(file, range)
                state.withLock { $0.uploads[reference]?.parts[number] = bytes }
                upload.parts.append(RemoteUpload.Part(number: number, digest: digest, tag: "", isConfirmed: true))
                try save(upload)
            }
            progress(range.upperBound)
        }
        try source.finish(from: upload.partCount + 1, cancellation)
        let present = state.withLock { state in
            let parts = state.uploads.removeValue(forKey: reference)?.parts ?? [:]
            if let present = state.objects[upload.name] { return present }
            let data = parts.sorted { $0.key < $1.key }.map(\.value).reduce(Data(), +)
            state.objects[upload.name] = data
            return data
        }
        guard try BlobDigest(hashing: present) == upload.digest else {
            throw upload.taken(in: address, "object")
        }
        return StoredBlob(upload, pieces: source.pieces, .confirmedByPlace)
    }

    package func abandon(_ upload: UnfinishedUpload, _ cancellation: WorkCancellation) throws {
        try checkReachable(cancellation)
        _ = state.withLock { $0.uploads.removeValue(forKey: upload.reference) }
    }

    package func unfinishedUploads(
        after position: String?, _ cancellation: WorkCancellation
    ) throws -> RemotePage<UnfinishedUpload> {
        try checkReachable(cancellation)
        return state.withLock { state in
            RemotePage(state.uploads.map { UnfinishedUpload($1.name, reference: $0, start: nil) })
        }
    }

    // MARK: Objects

    package func list(
        _ prefix: String, after position: String?, limit: Int, _ cancellation: WorkCancellation
    ) throws -> RemotePage<RemoteObject> {
        try checkReachable(cancellation)
        let start = position.flatMap { RemoteName($0) }
        let objects = state.withLock { state in
            state.objects.filter { name, _ in
                name.text.utf8.starts(with: prefix.utf8) && start.map { $0 < name } ?? true
            }.map { RemoteObject($0, size: Int64($1.count)) }.sorted { $0.name < $1.name }
        }
        let page = Array(objects.prefix(max(1, min(limit, 1000))))
        return RemotePage(page, next: page.count < objects.count ? page.last?.name.text : nil)
    }

    package func remove(_ name: RemoteName, _ cancellation: WorkCancellation) throws {
        try checkReachable(cancellation)
        state.withLock { $0.objects[name] = nil }
    }

    package func document(_ name: RemoteName, _ cancellation: WorkCancellation) throws -> Data? {
        try checkReachable(cancellation)
        return state.withLock { $0.objects[name] }
    }

    package func putDocument(_ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation) throws -> Bool {
        try checkReachable(cancellation)
        return state.withLock { state in
            let present = state.objects[name] ?? data
            state.objects[name] = present
            return present == data
        }
    }

    package func createDocument(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> DocumentCreation {
        try checkReachable(cancellation)
        return state.withLock { state in
            if let present = state.objects[name] { return present == data ? .created : .exists(present) }
            state.objects[name] = data
            return .created
        }
    }

    package func overwrite(_ advice: RemoteAdvice, with data: Data, _ cancellation: WorkCancellation) throws {
        try checkReachable(cancellation)
        state.withLock { $0.objects[advice.name] = data }
    }

    // MARK: Parts

    private static var unreachable: RemoteBlobError { RemoteBlobError(.unreachable, "There is no network.") }

    private func checkReachable(_ cancellation: WorkCancellation) throws {
        try cancellation.check(address)
        if case .isUnreachable = behaviour { throw Self.unreachable }
    }

    private static func read(_ file: OpenFile, _ range: Range<Int64>) throws -> Data {
        var data = Data(count: range.count)
        try data.withUnsafeMutableBytes { bytes in
            var position = 0
            while position < bytes.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[position...])
                let count = try file.withDescriptor { descriptor in
                    try FileDescriptor(rawValue: descriptor).read(
                        at: range.lowerBound + Int64(position), into: rest)
                }
                guard count > 0 else { throw RemoteBlobError(.sourceDamaged, "The file became shorter.") }
                position += count
            }
        }
        return data
    }
}

private final class StandInDownload: BlobDownload {
    private static let pieceCount = 4

    private struct State {
        var offset = 0
        var isCancelled = false
        /// Whether all bytes have arrived, or no more will.
        var hasEnded = false
    }

    private let data: Data
    private let behaviour: StandInBlobStore.Behaviour
    private let noteCancelled: @Sendable () -> Void
    private let state = Mutex(State())

    init(_ data: Data, _ behaviour: StandInBlobStore.Behaviour, noteCancelled: @escaping @Sendable () -> Void) {
        self.data = data
        self.behaviour = behaviour
        self.noteCancelled = noteCancelled
    }

    var size: Int64 {
        if case .tellsSize(let size) = behaviour { return size }
        return Int64(data.count)
    }

    func next() throws -> Data? {
        let offset = state.withLock { $0.offset }
        if offset > 0 {
            switch behaviour {
            case .breaksOff:
                state.withLock { $0.hasEnded = true }
                throw RemoteBlobError(.unreachable, "The connection was lost.")
            case .breaksOffAfter(let share) where Double(offset) >= share * Double(data.count):
                state.withLock { $0.hasEnded = true }
                throw RemoteBlobError(.unreachable, "The connection was lost.")
            case .waits(let gate): try waitUntil { gate.isOpen || state.withLock { $0.isCancelled } }
            case .delivers, .isUnreachable, .deliversOthers, .tellsSize, .breaksOffAfter: break
            }
        }
        guard !state.withLock({ $0.isCancelled }) else { throw RemoteBlobError(.cancelled, "Cancelled.") }
        guard offset < data.count else {
            state.withLock { $0.hasEnded = true }
            return nil
        }
        let end = min(data.count, offset + max(1, data.count / Self.pieceCount))
        state.withLock { $0.offset = end }
        if case .deliversOthers = behaviour { return Data(repeating: 7, count: end - offset) }
        return data.subdata(in: offset..<end)
    }

    func cancel() {
        let isFirst = state.withLock { state in
            defer { state.isCancelled = true }
            return !state.isCancelled && !state.hasEnded
        }
        if isFirst { noteCancelled() }
    }
}
