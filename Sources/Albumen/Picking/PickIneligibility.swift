package import PickerWire

/// The reason why an asset can't be chosen for an app.
package enum PickIneligibility: Sendable, Hashable {
    /// The principal can't see the asset, or it's hidden or in Recently Deleted.
    case unavailable
    /// The app wants another kind of asset.
    case kind
    /// The condition that the asset doesn't meet. `isNegated` if the app excludes the assets that meet it.
    case condition(PickFilter, isNegated: Bool)
    /// The asset's bytes aren't in the library's folder.
    case notOnDisk

    /// The reason's name in the API.
    package var name: String {
        switch self {
        case .unavailable: "unavailable"
        case .kind: "kind"
        case .condition(.duration, _): "duration"
        case .condition(.fileSize, _): "fileSize"
        case .condition(.creationDate, _): "date"
        case .condition: "kind"
        case .notOnDisk: "notOnDisk"
        }
    }
}
