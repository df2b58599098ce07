import Foundation

extension PHCollection {
    static let keyedValues: [String: @Sendable (PHCollection) -> Any?] = [
        "title": { $0.localizedTitle },
        "localizedTitle": { $0.localizedTitle },
        "canContainAssets": { $0.canContainAssets as NSNumber },
        "canContainCollections": { $0.canContainCollections as NSNumber },
        "modificationDate": { $0.modificationDate },
    ]
}

extension PHAssetCollection {
    static let albumValues: [String: @Sendable (PHAssetCollection) -> Any?] = [
        "assetCollectionType": { $0.assetCollectionType.rawValue as NSNumber },
        "assetCollectionSubtype": { $0.assetCollectionSubtype.rawValue as NSNumber },
        "estimatedAssetCount": { $0.estimatedAssetCount as NSNumber },
        "startDate": { $0.startDate },
        "endDate": { $0.endDate },
        "approximateLocation": { $0.approximateLocation },
    ]
}

extension PHCollectionList {
    static let listValues: [String: @Sendable (PHCollectionList) -> Any?] = [
        "collectionListType": { $0.collectionListType.rawValue as NSNumber },
        "collectionListSubtype": { $0.collectionListSubtype.rawValue as NSNumber },
        "startDate": { $0.startDate },
        "endDate": { $0.endDate },
    ]
}
