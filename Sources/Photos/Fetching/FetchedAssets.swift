import Albumen
import Foundation
import Records
import Synchronization

/// The assets of a fetch: all row identifiers at once, eight bytes each, and the assets themselves by the page.
final class FetchedAssets: FetchedObjects {
    private static let pageSize = 128
    private static let pageLimit = 32

    let identifiers: IdentifierList
    let library: Library
    private let session = PhotoLibrarySession.current
    private let tellsSteps: Bool
    /// The same list each time, of a version that rises while nothing of it changes.
    private let snapshot: Mutex<AssetSnapshot>
    private let pages = Mutex<[Int: [PHAsset]]>([:])

    /// - Parameter tellsSteps: whether to find out how the list changes, and not only that it does.
    init(_ snapshot: AssetSnapshot, library: Library, tellsSteps: Bool) {
        self.identifiers = snapshot.identifiers
        self.snapshot = Mutex(snapshot)
        self.library = library
        self.tellsSteps = tellsSteps
    }

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
            return try library.assetCount(ofMediaType: AssetMediaType(mediaType), in: identifiers)
        } catch {
            Diagnostics.report("The assets of a fetch result could not be counted: \(error)")
            return 0
        }
    }

    func progress(access: Access) throws -> FetchedProgress<PHAsset>? {
        let known = snapshot.withLock { $0 }
        guard known.access == access else { return try refetched(known, access: access) }
        switch try library.progress(of: known) {
        case .untouched(let newer):
            // Next time the history is read from here.
            snapshot.withLock { if $0.version < newer.version { $0 = newer } }
            return nil
        case .changed(let newer, let change):
            return FetchedProgress(
                after: FetchedAssets(newer, library: library, tellsSteps: tellsSteps),
                change: tellsSteps ? change : nil)
        }
    }

    /// The user has let the client see more, or less, since the fetch.
    private func refetched(_ known: AssetSnapshot, access: Access) throws -> FetchedProgress<PHAsset>? {
        let newer = try library.snapshot(known.fetch, access: access)
        var change: ListChange?
        if let changed = try library.assetsChanged(after: known.version) {
            change = ListChange(from: identifiers, to: newer.identifiers, isChanged: changed.contains)
        }
        if let change, change.isEmpty {
            snapshot.withLock { $0 = newer }
            return nil
        }
        return FetchedProgress(
            after: FetchedAssets(newer, library: library, tellsSteps: tellsSteps), change: tellsSteps ? change : nil)
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

    /// The access was decided when the identifiers were fetched: what a snapshot holds stays readable through it.
    /// Nil where the catalog could not be read: the next try may find it well.
    private func load(_ number: Int) -> [PHAsset]? {
        let start = number * Self.pageSize
        let wanted = identifiers[start..<min(start + Self.pageSize, identifiers.count)]
        do {
            let (records, version) = try library.assetsAndVersion(withIdentifiers: wanted)
            let view = LibraryView(
                library: library, access: snapshot.withLock { $0.access }, session: session, version: version)
            return wanted.map { identifier in
                records[identifier].map { PHAsset(record: $0, view: view) } ?? PHAsset()
            }
        } catch {
            Diagnostics.report("The assets of a fetch result could not be read: \(error)")
            return nil
        }
    }
}
