import Foundation
import PhotoLibrary
import Records
import Synchronization

/// The assets of a fetch. Holds all row identifiers, eight bytes each, and reads the assets page by page.
final class FetchedAssets: FetchedObjects {
    private static let pageSize = 128
    private static let pageLimit = 32

    let identifiers: IdentifierList
    /// The library with the access that the client had at the fetch.
    private let view: LibraryView
    private let session = PhotoLibrarySession.current
    private let tellsSteps: Bool
    /// A snapshot that always has the same list. Its version rises while the list doesn't change.
    private let snapshot: Mutex<AssetSnapshot>
    private let pages = Mutex<[Int: [PHAsset]]>([:])

    /// - Parameter tellsSteps: Whether to compute the steps of a change, and not only whether the list changed.
    init(_ snapshot: AssetSnapshot, in view: LibraryView, tellsSteps: Bool) {
        self.identifiers = snapshot.identifiers
        self.snapshot = Mutex(snapshot)
        self.view = view
        self.tellsSteps = tellsSteps
    }

    var library: Library { view.library }

    var count: Int { identifiers.count }

    func object(at index: Int) -> PHAsset {
        page(index / Self.pageSize)[index % Self.pageSize]
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
                after: FetchedAssets(newer, in: view, tellsSteps: tellsSteps),
                change: tellsSteps ? change : nil)
        }
    }

    private func page(_ number: Int) -> [PHAsset] {
        if let page = pages.withLock({ $0[number] }) { return page }
        guard let page = load(number) else {
            let size = min(Self.pageSize, identifiers.count - number * Self.pageSize)
            return (0..<size).map { _ in PHAsset() }
        }
        pages.withLock { pages in
            if pages.count >= Self.pageLimit { pages.removeAll(keepingCapacity: true) }
            pages[number] = page
        }
        return page
    }

    /// Reads a page with the access at the time of the fetch, so that the objects of a snapshot stay readable.
    ///
    /// - Returns: `nil` if the catalog can't be read. The next call tries again.
    private func load(_ number: Int) -> [PHAsset]? {
        let start = number * Self.pageSize
        let wanted = identifiers[start..<min(start + Self.pageSize, identifiers.count)]
        do {
            let (records, version) = try view.assetsAndVersion(withIdentifiers: wanted)
            let isTrash = snapshot.withLock { $0.fetch.membership == .smartAlbum(.recentlyDeleted) }
            let context = FetchContext(view, session: session, version: version, isTrash: isTrash)
            return wanted.map { identifier in
                records[identifier].map { PHAsset(record: $0, context: context) } ?? PHAsset()
            }
        } catch {
            Diagnostics.report("The assets of a fetch result could not be read: \(error)")
            return nil
        }
    }
}
