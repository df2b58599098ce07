import Albumen
import Foundation

/// A fetch of collections as a client words it, before there are any.
struct CollectionSelection {
    /// Which keys there are to ask for.
    enum Kind {
        case albums
        /// Folders and lists of moments, also mixed with albums: these have no count.
        case lists
    }

    private let fetch: CollectionFetch
    /// Dates of albums cost their members, so that they are read only where they decide.
    private let usesDates: Bool

    /// An option that PhotoKit does not support stops the program, as on Apple's platforms, with the key and those that
    /// are allowed.
    init(_ options: PHFetchOptions?, of kind: Kind) {
        do throws(Albumen.PredicateError) {
            var predicate: Albumen.Predicate?
            if let given = options?.predicate { predicate = try Albumen.Predicate(readingFrom: given) }
            var sorts: [(key: String, isAscending: Bool)] = []
            for descriptor in options?.sortDescriptors ?? [] {
                sorts.append(try descriptor.sortKey(keyPathNames: Self.keyPathNames))
            }
            let limit = options.map(\.fetchLimit) ?? 0
            fetch = try CollectionFetch(predicate: predicate, sorts: sorts, limit: limit > 0 ? limit : nil)
            let keys = (predicate?.keys ?? []).union(sorts.map(\.key))
            if kind == .lists, keys.contains("estimatedAssetCount") { throw Self.noCount }
            usesDates = !keys.isDisjoint(with: ["startDate", "endDate"])
        } catch {
            raiseInvalidArgument(error.description)
        }
    }

    func choose<Collection: PHCollection>(from collections: [Collection]) -> [Collection] {
        fetch.choose(from: collections) { CollectionValues($0, withDates: usesDates) }
    }

    private static var noCount: Albumen.PredicateError {
        Albumen.PredicateError(
            .unsupportedKey,
            "Unsupported predicate or sort descriptor in fetch options: lists of collections have no key "
                + "“estimatedAssetCount”",
            remedy: "Use SELF, localIdentifier, localizedTitle (or title), startDate, endDate.")
    }

    /// The keys of `NSSortDescriptor(keyPath:)` over collections.
    private static var keyPathNames: [AnyKeyPath: String] {
        [
            \PHCollection.localIdentifier: "localIdentifier", \PHCollection.localizedTitle: "localizedTitle",
            \PHAssetCollection.localIdentifier: "localIdentifier",
            \PHAssetCollection.localizedTitle: "localizedTitle", \PHAssetCollection.startDate: "startDate",
            \PHAssetCollection.endDate: "endDate", \PHAssetCollection.estimatedAssetCount: "estimatedAssetCount",
            \PHCollectionList.localIdentifier: "localIdentifier",
            \PHCollectionList.localizedTitle: "localizedTitle", \PHCollectionList.startDate: "startDate",
            \PHCollectionList.endDate: "endDate",
        ]
    }
}

extension CollectionValues {
    fileprivate init(_ collection: PHCollection, withDates: Bool) {
        let album = collection as? PHAssetCollection
        let list = collection as? PHCollectionList
        self.init(
            localIdentifier: collection.localIdentifier, localizedTitle: collection.localizedTitle,
            startDate: withDates ? album?.startDate ?? list?.startDate : nil,
            endDate: withDates ? album?.endDate ?? list?.endDate : nil,
            estimatedAssetCount: album?.estimatedAssetCount ?? NSNotFound)
    }
}

extension Albumen.Predicate {
    /// All keys that are named.
    fileprivate var keys: Set<String> {
        switch self {
        case .constant: []
        case .not(let inner): inner.keys
        case .and(let terms), .or(let terms): terms.reduce(into: []) { $0.formUnion($1.keys) }
        case .comparison(let left, _, let right): left.keys.union(right.keys)
        }
    }
}

extension Albumen.Predicate.Expression {
    fileprivate var keys: Set<String> {
        switch self {
        case .key(let name): [name]
        case .bits(let left, let right): left.keys.union(right.keys)
        case .object, .value: []
        }
    }
}
