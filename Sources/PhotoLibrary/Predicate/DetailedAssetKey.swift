internal import Catalog

/// The keys that predicates and sorts of the command may name on an asset: PhotoKit's, and the asset's details.
enum DetailedAssetKey: AssetKey {
    case photoKit(AssetPredicateKey)
    case detail(AssetDetail)

    static let object = Self.photoKit(.object)
    static let objects = "photos and videos"
    static let anObject = "a photo or video"
    static let list = allCases.map(\.rawValue).joined(separator: ", ")
    static let exampleOfBits = AssetPredicateKey.exampleOfBits
    static let comparesBitsWithKeys = AssetPredicateKey.comparesBitsWithKeys
    static let deepestNesting = AssetPredicateKey.deepestNesting
    static let allCases = AssetPredicateKey.allCases.map(Self.photoKit) + AssetDetail.allCases.map(Self.detail)
    /// A list has no order.
    static let sortable =
        AssetPredicateKey.sortable.map(Self.photoKit)
        + AssetDetail.allCases.filter { $0.column.kind != .textList }.map(Self.detail)

    static func named(_ name: String) -> Self? {
        AssetPredicateKey.named(name).map(Self.photoKit) ?? AssetDetail(rawValue: name).map(Self.detail)
    }

    static let identifierSuffix = AssetPredicateKey.identifierSuffix

    static func stored(identifier: String) -> String? {
        AssetPredicateKey.stored(identifier: identifier)
    }

    init?(rawValue: String) {
        guard let key = Self.named(rawValue) else { return nil }
        self = key
    }

    var rawValue: String {
        switch self {
        case .photoKit(let key): key.rawValue
        case .detail(let detail): detail.rawValue
        }
    }

    var kind: PredicateKeyKind {
        switch self {
        case .photoKit(let key): key.kind
        case .detail(let detail): PredicateKeyKind(detail.column.kind)
        }
    }

    var column: AssetColumn {
        switch self {
        case .photoKit(let key): key.column
        case .detail(let detail): detail.column
        }
    }
}
