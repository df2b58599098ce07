import Albumen
import Catalog
import Foundation
import Synchronization

/// The assets of a fetch: all row identifiers at once, eight bytes each, and the assets themselves by the page.
final class FetchedAssets: FetchedObjects {
    private static let pageSize = 128
    private static let pageLimit = 32

    let identifiers: [Int64]
    let library: Library
    private let pages = Mutex<[Int: [PHAsset]]>([:])

    init(identifiers: [Int64], library: Library) {
        self.identifiers = identifiers
        self.library = library
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
            return try library.assetCount(ofMediaType: mediaType.rawValue, in: identifiers)
        } catch {
            Diagnostics.report("The assets of a fetch result could not be counted: \(error)")
            return 0
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

    /// The access was decided when the identifiers were fetched: what a snapshot holds stays readable through it.
    /// Nil where the catalog could not be read: the next try may find it well.
    private func load(_ number: Int) -> [PHAsset]? {
        let start = number * Self.pageSize
        let wanted = identifiers[start..<min(start + Self.pageSize, identifiers.count)]
        do {
            let records = try library.assets(withIdentifiers: wanted)
            return wanted.map { identifier in
                records[identifier].map { PHAsset(record: $0, library: library) } ?? PHAsset()
            }
        } catch {
            Diagnostics.report("The assets of a fetch result could not be read: \(error)")
            return nil
        }
    }
}
