import Foundation
import PhotoLibrary
import Records
import Synchronization

/// The assets of a fetch. Holds all row identifiers, eight bytes each, and reads assets when they are used.
///
/// If the asset before or after was read already, the client probably reads all assets in this direction. Then the same
/// statement reads the next ones, too.
final class FetchedAssets: FetchedObjects {
    private static let mostReadAtOnce = 128
    private static let mostHeld = 4096

    let identifiers: IdentifierList
    /// The library with the access that the client had at the fetch.
    private let view: LibraryView
    private let session = PhotoLibrarySession.current
    private let tellsSteps: Bool
    private let readsDetails: Bool
    /// A snapshot that always has the same list. Its version rises while the list doesn't change.
    private let snapshot: Mutex<AssetSnapshot>
    private let objects = Mutex<[Int: PHAsset]>([:])

    /// - Parameters:
    ///   - tellsSteps: Whether to compute the steps of a change, and not only whether the list changed.
    ///   - readsDetails: Whether to read the metadata and the files of assets together with them.
    init(_ snapshot: AssetSnapshot, in view: LibraryView, tellsSteps: Bool, readsDetails: Bool) {
        self.identifiers = snapshot.identifiers
        self.snapshot = Mutex(snapshot)
        self.view = view
        self.tellsSteps = tellsSteps
        self.readsDetails = readsDetails
    }

    var library: Library { view.library }

    var count: Int { identifiers.count }

    func object(at index: Int) -> PHAsset {
        let (object, run) = objects.withLock { ($0[index], missing(from: index, in: $0)) }
        if let object { return object }
        guard let read = load(run) else { return PHAsset() }
        objects.withLock { objects in
            if objects.count >= Self.mostHeld { objects.removeAll(keepingCapacity: true) }
            for (index, object) in zip(run, read) { objects[index] = object }
        }
        return read[index - run.lowerBound]
    }

    func firstIndex(of object: PHAsset) -> Int? {
        guard let record = object.record, object.library === library else { return nil }
        return identifiers.firstIndex(of: record.id)
    }

    func assetCount(of mediaType: PHAssetMediaType) -> Int {
        do {
            return try view.assetCount(ofMediaType: AssetMediaType(mediaType), in: identifiers)
        } catch {
            Diagnostics.report("The assets of a fetch result could not be counted: \(error)")
            return 0
        }
    }

    func progress(for principal: Principal) throws -> FetchedProgress<PHAsset>? {
        let view = library.view(for: principal)
        switch try view.progress(of: snapshot.withLock { $0 }) {
        case .untouched(let newer):
            // The next check reads the history from this version on.
            snapshot.withLock { if $0.version < newer.version || $0.access != newer.access { $0 = newer } }
            return nil
        case .changed(let newer, let change):
            return FetchedProgress(
                after: FetchedAssets(newer, in: view, tellsSteps: tellsSteps, readsDetails: readsDetails),
                change: tellsSteps ? change : nil)
        }
    }

    /// Returns the indexes to read for a missing object.
    private func missing(from index: Int, in objects: [Int: PHAsset]) -> Range<Int> {
        precondition(identifiers.indices.contains(index), "The index is out of range.")
        var run = index..<index + 1
        if objects[index] != nil { return run }
        if objects[index - 1] != nil {
            let end = min(index + Self.mostReadAtOnce, count)
            while run.upperBound < end, objects[run.upperBound] == nil { run = index..<run.upperBound + 1 }
        } else if objects[index + 1] != nil {
            let start = max(0, index + 1 - Self.mostReadAtOnce)
            while run.lowerBound > start, objects[run.lowerBound - 1] == nil { run = run.lowerBound - 1..<index + 1 }
        }
        return run
    }

    /// Reads assets with the access at the time of the fetch, so that the objects of a snapshot stay readable.
    ///
    /// - Returns: `nil` if the catalog can't be read. The next call tries again.
    private func load(_ range: Range<Int>) -> [PHAsset]? {
        let wanted = identifiers[range]
        do {
            let access = readsDetails ? session.currentPrincipal.access : nil
            let page = try view.page(withIdentifiers: wanted, detailsFor: access)
            let isTrash = snapshot.withLock { $0.fetch.membership == .smartAlbum(.recentlyDeleted) }
            let context = FetchContext(view, session: session, version: page.version, isTrash: isTrash)
            return wanted.map { identifier in
                page.assets[identifier].map {
                    PHAsset(record: $0, context: context, details: page.details[identifier])
                } ?? PHAsset()
            }
        } catch {
            Diagnostics.report("The assets of a fetch result could not be read: \(error)")
            return nil
        }
    }
}
