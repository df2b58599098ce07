import Foundation
import PhotoLibrary
import Records

/// Converts the objects that a client passes to a change request to UUIDs.
enum ChangeItems {
    /// Returns the UUIDs of `PHAsset`s and of placeholders of assets.
    ///
    /// - Throws: `LibraryError` for an empty asset and for any other object.
    static func assets(_ items: any NSFastEnumeration) throws(LibraryError) -> [String] {
        try uuids(items, of: "assets") { item in
            switch item {
            case let asset as PHAsset: asset.record?.uuid
            case let placeholder as PHObjectPlaceholder where placeholder.kind == .asset: placeholder.uuid
            default: nil
            }
        }
    }

    /// Returns the UUIDs of albums that the user created or that an import filled, and of placeholders of albums.
    ///
    /// - Throws: `LibraryError` for any other object.
    static func albums(_ items: any NSFastEnumeration) throws(LibraryError) -> [String] {
        try uuids(items, of: "albums of the user's", album)
    }

    /// Returns the UUIDs of folders that the user created, and of placeholders of folders.
    ///
    /// - Throws: `LibraryError` for any other object.
    static func folders(_ items: any NSFastEnumeration) throws(LibraryError) -> [String] {
        try uuids(items, of: "folders of the user's", folder)
    }

    /// Returns the UUIDs of albums and folders.
    ///
    /// - Throws: `LibraryError` for any other object.
    static func collections(_ items: any NSFastEnumeration) throws(LibraryError) -> [String] {
        try uuids(items, of: "albums and folders of the user's") { album($0) ?? folder($0) }
    }

    private static func album(_ item: Any) -> String? {
        switch item {
        case let album as PHAssetCollection: album.albumRecord?.uuid
        case let placeholder as PHObjectPlaceholder where placeholder.kind == .collection: placeholder.uuid
        default: nil
        }
    }

    private static func folder(_ item: Any) -> String? {
        switch item {
        case let list as PHCollectionList: list.folderRecord?.uuid
        case let placeholder as PHObjectPlaceholder where placeholder.kind == .folder: placeholder.uuid
        default: nil
        }
    }

    private static func uuids(
        _ items: any NSFastEnumeration, of kind: String, _ uuid: (Any) -> String?
    ) throws(LibraryError) -> [String] {
        var uuids: [String] = []
        for item in items.enumeratedObjects {
            guard let uuid = uuid(item) else {
                throw LibraryError(.unsupportedChange, "\(name(item)) is none of the \(kind) in the library.")
            }
            uuids.append(uuid)
        }
        return uuids
    }

    private static func name(_ item: Any) -> String {
        guard let object = item as? PHObject else { return "An object of the type \(type(of: item))" }
        let title = (object as? PHCollection)?.localizedTitle.map { " “\($0)”" } ?? ""
        return "The \(type(of: object))\(title) \(object.localIdentifier)".trimmingCharacters(in: .whitespaces)
    }
}

extension PHAssetCollection {
    /// The album's record, or `nil` for smart albums, moments, and albums in memory only.
    var albumRecord: CollectionRecord? {
        guard case .album(let record, _) = content else { return nil }
        return record
    }
}

extension PHCollectionList {
    /// The folder's record, or `nil` for lists of moments and lists in memory only.
    var folderRecord: CollectionRecord? {
        guard case .folder(let record, _) = content else { return nil }
        return record
    }
}

extension PHFetchResult {
    /// All indexes of the result.
    var indexes: IndexSet { IndexSet(integersIn: 0..<count) }
}
