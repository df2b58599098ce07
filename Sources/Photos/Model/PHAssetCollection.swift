import Albumen
public import CoreLocation
import Foundation

/// An album. Its members are fetched with `PHAsset.fetchAssets(in:options:)`.
// Unchecked because open: all its own state is constant.
open class PHAssetCollection: PHCollection, @unchecked Sendable {
    let smartAlbum: SmartAlbum?

    /// An empty collection, which stands for nothing.
    public init() {
        smartAlbum = nil
        super.init(localIdentifier: "")
    }

    init(smartAlbum: SmartAlbum) {
        self.smartAlbum = smartAlbum
        super.init(localIdentifier: LocalIdentifier.string(uuid: smartAlbum.uuid, kind: .collection))
    }

    /// Whether the user or a rule decides about the members.
    open var assetCollectionType: PHAssetCollectionType { smartAlbum == nil ? .album : .smartAlbum }

    /// The kind of album.
    open var assetCollectionSubtype: PHAssetCollectionSubtype {
        smartAlbum.flatMap { PHAssetCollectionSubtype(rawValue: $0.subtype) } ?? .albumRegular
    }

    /// How many members there are, where that is known without counting; else `NSNotFound`, as for every smart album.
    open var estimatedAssetCount: Int { smartAlbum == nil ? 0 : NSNotFound }

    /// The earliest creation date of the members; `nil` for a smart album.
    open var startDate: Date? { nil }

    /// The latest creation date of the members; `nil` for a smart album.
    open var endDate: Date? { nil }

    /// A place that stands for all members; `nil` for a smart album.
    open var approximateLocation: CLLocation? { nil }

    /// Names of the places of the members; empty for a smart album.
    open var localizedLocationNames: [String] { [] }

    open override var localizedTitle: String? {
        smartAlbum?.title(languageCode: Locale.current.language.languageCode?.identifier)
    }

    open override var canContainAssets: Bool { true }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "assetCollectionType": assetCollectionType.rawValue as NSNumber
        case "assetCollectionSubtype": assetCollectionSubtype.rawValue as NSNumber
        case "estimatedAssetCount": estimatedAssetCount as NSNumber
        case "startDate": startDate
        case "endDate": endDate
        default: super.value(forKey: key)
        }
    }
}
