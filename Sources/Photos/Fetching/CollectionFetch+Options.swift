import Foundation
import PhotoLibrary

extension CollectionFetch {
    /// A fetch with a client's options. An option that PhotoKit doesn't support stops the program, as on Apple's
    /// platforms, with the key and the supported ones.
    init(_ options: PHFetchOptions?, of kind: Kind, from source: Source) {
        do throws(PhotoLibrary.PredicateError) {
            var predicate: PhotoLibrary.Predicate?
            if let given = options?.predicate { predicate = try PhotoLibrary.Predicate(readingFrom: given) }
            var sorts: [(key: String, isAscending: Bool)] = []
            for descriptor in options?.sortDescriptors ?? [] {
                sorts.append(try descriptor.sortKey(keyPathNames: Self.keyPathNames))
            }
            let limit = options.map(\.fetchLimit) ?? 0
            try self.init(kind, predicate: predicate, sorts: sorts, limit: limit > 0 ? limit : nil)
        } catch {
            raiseInvalidArgument(error.description)
        }
        self.source = source
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
