import Albumen
import Foundation
import Records

extension AssetFetch {
    /// Converts a client's options. An unsupported option stops the program, as on Apple's platforms, with a message
    /// that lists the supported keys.
    init(_ options: PHFetchOptions?) {
        guard let options else {
            self.init()
            return
        }
        do throws(Albumen.PredicateError) {
            var sorts: [Sort] = []
            for descriptor in options.sortDescriptors ?? [] {
                let (key, isAscending) = try descriptor.sortKey(keyPathNames: Self.keyPathNames)
                sorts.append(Sort(key: key, isAscending: isAscending))
            }
            try self.init(predicate: Self.predicate(options.predicate), sorts: sorts)
        } catch {
            raiseInvalidArgument(error.description)
        }
        limit = options.fetchLimit > 0 ? options.fetchLimit : nil
        includesHidden = options.includeHiddenAssets
        includesAllBurstMembers = options.includeAllBurstAssets
        sourceTypes = SourceTypes(options.includeAssetSourceTypes)
    }

    private static func predicate(_ predicate: NSPredicate?) throws(Albumen.PredicateError) -> Albumen.Predicate? {
        guard let predicate else { return nil }
        return try Albumen.Predicate(readingFrom: predicate)
    }

    /// The keys of `NSSortDescriptor(keyPath:)` for `PHAsset`.
    private static var keyPathNames: [AnyKeyPath: String] {
        [
            \PHAsset.creationDate: "creationDate", \PHAsset.modificationDate: "modificationDate",
            \PHAsset.addedDate: "addedDate", \PHAsset.mediaType: "mediaType", \PHAsset.duration: "duration",
            \PHAsset.pixelWidth: "pixelWidth", \PHAsset.pixelHeight: "pixelHeight",
            \PHAsset.isFavorite: "isFavorite", \PHAsset.isHidden: "isHidden",
            \PHAsset.localIdentifier: "localIdentifier", \PHAsset.burstIdentifier: "burstIdentifier",
        ]
    }
}
