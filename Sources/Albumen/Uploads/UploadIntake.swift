import BlobStore
import Catalog
import CodedErrors
import Dispatch
import Foundation
import PhotoLibrary
import Records
import Synchronization
import SystemCalls
import SystemPackage

/// Takes complete uploads into the library as an import does, one batch after another.
package final class UploadIntake: Sendable {
    private struct State {
        var isClosed = false
        var isScheduled = false
        /// The earliest time of the next attempt, after a failure.
        var pause: DispatchTime?
    }

    /// The time between two looks while complete files wait.
    private static let interval = DispatchTimeInterval.milliseconds(500)
    /// The time until the next attempt after a failure of the library.
    private static let pauseAfterFailure = DispatchTimeInterval.seconds(30)

    let store: UploadStore
    let library: Library
    private let makesDerivatives: Bool
    private let queue = DispatchQueue(label: "albumen.uploads")
    private let state = Mutex(State())

    package init(of store: UploadStore, makesDerivatives: Bool = true) {
        self.store = store
        library = store.library
        self.makesDerivatives = makesDerivatives
    }

    /// Looks for complete files soon. Call it after each change of the uploads.
    package func ring() {
        guard store.hasComplete else { return }
        schedule(after: .milliseconds(20))
    }

    /// Waits for the batch in progress. Complete files that aren't in the library yet stay on the disk.
    package func close() {
        state.withLock { $0.isClosed = true }
        queue.sync {}
    }

    /// Whether no complete file waits.
    package var isIdle: Bool { !store.hasComplete }

    private func schedule(after time: DispatchTimeInterval) {
        let deadline = state.withLock { state -> DispatchTime? in
            guard !state.isClosed, !state.isScheduled else { return nil }
            state.isScheduled = true
            let deadline = DispatchTime.now() + time
            return state.pause.map { max($0, deadline) } ?? deadline
        }
        guard let deadline else { return }
        queue.asyncAfter(deadline: deadline) { [self] in
            let isClosed = state.withLock { state in
                state.isScheduled = false
                state.pause = nil
                return state.isClosed
            }
            guard !isClosed else { return }
            for batch in store.dueBatches() { take(batch.records) { try takeIn(batch) } }
            for records in store.dueAssets() { take(records) { try takeInAsset(records) } }
            if store.hasComplete { schedule(after: Self.interval) }
        }
    }

    private func take(_ records: [UploadRecord], _ body: () throws -> Void) {
        guard !state.withLock({ $0.isClosed }) else { return }
        do {
            try body()
        } catch {
            state.withLock { $0.pause = .now() + Self.pauseAfterFailure }
            store.fail(records, (error as? any CodedError)?.message ?? "\(error)")
        }
    }

    private func takeIn(_ batch: UploadStore.Batch) throws {
        let folder = try store.folder()
        var records: [String: UploadRecord] = [:]
        var found: [FilePath: FoundFiles] = [:]
        for record in batch.records {
            let place: FilePath
            do {
                place = FilePath(try folder.present(record))
            } catch {
                // A name that the disk doesn't take, for example. The others come in.
                store.fail([record], (error as? any CodedError)?.message ?? "\(error)")
                continue
            }
            let name = Array(record.filename.utf8)
            guard let file = FolderWalk(excluding: nil).file(named: name, in: place, within: []) else { continue }
            records[file.location(in: place).text] = record
            found[place, default: FoundFiles(folder: place, files: [])].files.append(file)
        }
        let events = Mutex<[String: IngestEvent]>([:])
        let importing = Ingest(
            into: library, makesDerivatives: makesDerivatives,
            shouldStop: { [self] in state.withLock { $0.isClosed } },
            report: { event in
                guard let path = event.filePath else { return }
                events.withLock { $0[path] = event }
            })
        guard let first = batch.records.first else { return }
        let album = importAlbum(of: first)
        let result = Result {
            try importing.run(
                found.values.sorted { $0.folder.string < $1.folder.string }, recordedIn: album, takesOverFiles: true,
                statedDigests: records.compactMapValues(\.digest))
        }
        // Also after an error, because many files can be in the library.
        let reported = events.withLock { $0 }
        for place in found.values { try conclude(place, records, reported) }
        _ = try result.get()
    }

    /// The album that records the import of a file's delivery.
    func importAlbum(of record: UploadRecord) -> NewCollection {
        let title = [record.sender, Ingest.title(ofRunAt: record.delivery.began)].filter { !$0.isEmpty }
        return NewCollection(
            uuid: record.delivery.importAlbum, kind: .album, title: title.joined(separator: ", "))
    }

    private func conclude(
        _ found: FoundFiles, _ records: [String: UploadRecord], _ events: [String: IngestEvent]
    ) throws {
        let names = found.files.map(\.name)
        let rows = try library.catalog.read { catalog in
            try catalog.importedFiles(inFolder: found.folder.text, names: names)
        }
        let identifiers = Dictionary(rows.map { ($0.name, $0.assetID) }) { $1 }
        let assets = try library.catalog.read { catalog in
            try catalog.assets(withIdentifiers: Set(identifiers.values.compactMap(\.self)))
        }
        var members: [String: [String]] = [:]
        var conclusions: [(UploadRecord, UploadOutcome)] = []
        for file in found.files {
            let path = file.location(in: found.folder).text
            // The import stopped before the other files. They come with the next batch.
            guard let record = records[path], let event = events[path] else { continue }
            let asset = identifiers[file.name].flatMap(\.self).flatMap { assets[$0] }
            conclusions.append((record, UploadOutcome(event, asset)))
            if let album = record.album, let asset, asset.trashedDate == nil {
                members[album, default: []].append(asset.uuid)
            }
        }
        for (album, uuids) in members { try add(uuids, toAlbum: album) }
        for (record, outcome) in conclusions { store.conclude(record, outcome) }
    }

    /// Adds assets to an album. Does nothing if it was deleted since.
    private func add(_ assets: [String], toAlbum uuid: String) throws {
        var seen: Set<String> = []
        let assets = assets.filter { seen.insert($0).inserted }
        let exists = try library.catalog.read { try !$0.collections(.uuids([uuid]), scope: .everything).isEmpty }
        guard exists else { return }
        try library.view(for: .importer).commit([.editMembers(ListEdit(.add(assets)), albumUUID: uuid)])
    }
}

extension UploadOutcome {
    /// - Parameter asset: The asset that the file belongs to, if it does.
    fileprivate init(_ event: IngestEvent, _ asset: AssetRecord?) {
        switch event {
        // A sidecar updates its photo.
        case .imported(_, let asset, _, _), .healed(_, let asset), .restored(_, let asset), .updated(_, let asset):
            self = .added(asset: asset)
        case .duplicate(_, let asset): self = .known(asset: asset)
        case .trashedDuplicate(_, let asset): self = .trashed(asset: asset)
        case .refused(_, let reason), .refusedAgain(_, let reason): self = .refused(reason: reason)
        case .skipped(_, .unchanged): self = .known(asset: asset?.uuid)
        case .skipped(_, .sidecar):
            self =
                asset.map { .added(asset: $0.uuid) }
                ?? .refused(reason: "It describes a photo or video of the same name, which wasn't added with it.")
        case .skipped(_, .other), .skipped(_, .link), .notUsed, .skippedFolder:
            self = .refused(reason: "It is neither a photo nor a video.")
        case .unread: self = .refused(reason: "It is an archive. Unpack it, and add the files in it.")
        }
    }
}
