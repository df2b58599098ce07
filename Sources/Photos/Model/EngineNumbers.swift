import Records

// Conversions between PhotoKit's public enumerations and the numbers that the engine stores. Only this file converts
// them.

extension PHAssetMediaType {
    init(_ type: AssetMediaType) { self = Self(rawValue: type.rawValue) ?? .unknown }
}

extension AssetMediaType {
    init(_ type: PHAssetMediaType) { self.init(rawValue: type.rawValue) }
}

extension PHAssetMediaSubtype {
    init(_ subtypes: MediaSubtypes) { self.init(rawValue: UInt(clamping: subtypes.rawValue)) }
}

extension PHAsset.PlaybackStyle {
    init(_ style: PlaybackStyle) { self = Self(rawValue: style.rawValue) ?? .unsupported }
}

extension PHAsset.PlaybackVariation {
    init(_ variation: PlaybackVariation) { self = Self(rawValue: variation.rawValue) ?? .none }
}

extension PHAsset.OriginalResourceChoice {
    init(_ choice: OriginalChoice) { self = Self(rawValue: choice.rawValue) ?? .compressed }
}

extension OriginalChoice {
    init(_ choice: PHAsset.OriginalResourceChoice) { self.init(rawValue: choice.rawValue) }
}

extension PHAssetBurstSelectionType {
    init(_ types: BurstSelectionTypes) { self.init(rawValue: UInt(clamping: types.rawValue)) }
}

extension PHAssetSourceType {
    init(_ types: SourceTypes) { self.init(rawValue: UInt(clamping: types.rawValue)) }
}

extension SourceTypes {
    init(_ types: PHAssetSourceType) { self.init(rawValue: Int(clamping: types.rawValue)) }
}

extension PHAssetResourceType {
    init(_ type: ResourceType) { self = Self(rawValue: type.rawValue) ?? .photo }
}

extension ResourceType {
    init(_ type: PHAssetResourceType) { self.init(rawValue: type.rawValue) }
}

extension PHAssetCollectionSubtype {
    /// Returns `nil` if PhotoKit doesn't know the subtype.
    init?(_ subtype: CollectionSubtype) { self.init(rawValue: subtype.rawValue) }
}

extension CollectionSubtype {
    init(_ subtype: PHAssetCollectionSubtype) { self.init(rawValue: subtype.rawValue) }
}

extension PHAuthorizationStatus {
    /// Returns `nil` if PhotoKit doesn't know the status.
    init?(_ status: AuthorizationStatus) { self.init(rawValue: status.rawValue) }
}

extension AuthorizationStatus {
    init(_ status: PHAuthorizationStatus) { self.init(rawValue: status.rawValue) }
}

extension AccessLevel {
    init(_ level: PHAccessLevel) { self.init(rawValue: level.rawValue) }
}
