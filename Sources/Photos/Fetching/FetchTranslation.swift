import Foundation
import PhotoLibrary
import Records

extension AssetFetch {
    /// Converts a client's options. An unsupported option stops the program, as on Apple's platforms, with a message
    /// that lists the supported keys.
    init(_ options: PHFetchOptions?) {
        do throws(PhotoLibrary.PredicateError) {
            try self.init(checking: options)
        } catch {
            raiseInvalidArgument(error.description)
        }
    }

    /// Converts a client's options.
    ///
    /// - Parameter predicate: A typed predicate, which the assets must match, too.
    /// - Throws: An error with the supported keys for an unsupported option.
    init(
        checking options: PHFetchOptions?, and predicate: PhotoLibrary.Predicate? = nil
    ) throws(PhotoLibrary.PredicateError) {
        let options = options ?? PHFetchOptions()
        var sorts: [Sort] = []
        for descriptor in options.sortDescriptors ?? [] {
            let (key, isAscending) = try descriptor.sortKey(keyPathNames: Self.keyPathNames)
            sorts.append(Sort(key: key, isAscending: isAscending))
        }
        let predicates = [try Self.predicate(options.predicate), predicate].compactMap { $0 }
        try self.init(predicate: predicates.count > 1 ? .and(predicates) : predicates.first, sorts: sorts)
        limit = options.fetchLimit > 0 ? options.fetchLimit : nil
        includesHidden = options.includeHiddenAssets
        includesAllBurstMembers = options.includeAllBurstAssets
        sourceTypes = SourceTypes(options.includeAssetSourceTypes)
    }

    private static func predicate(_ predicate: NSPredicate?) throws(PhotoLibrary.PredicateError) -> PhotoLibrary
        .Predicate?
    {
        guard let predicate else { return nil }
        return try PhotoLibrary.Predicate(readingFrom: predicate)
    }

    /// The keys of key paths in typed predicates and in `NSSortDescriptor(keyPath:)`.
    static var keyPathNames: [AnyKeyPath: String] {
        [
            \PHAsset.creationDate: "creationDate", \PHAsset.modificationDate: "modificationDate",
            \PHAsset.addedDate: "addedDate", \PHAsset.mediaType: "mediaType", \PHAsset.duration: "duration",
            \PHAsset.pixelWidth: "pixelWidth", \PHAsset.pixelHeight: "pixelHeight",
            \PHAsset.isFavorite: "isFavorite", \PHAsset.isHidden: "isHidden",
            \PHAsset.localIdentifier: "localIdentifier", \PHAsset.burstIdentifier: "burstIdentifier",
            \PHAsset.mediaSubtypes: "mediaSubtypes", \PHAsset.location: "location",
            \PHAsset.representsBurst: "representsBurst", \PHAsset.sourceType: "sourceType",
        ]
    }
}
