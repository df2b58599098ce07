package import Foundation
package import Records

/// Where a sender puts a file in its inbox. The sender chooses the names, and finds the file by them again.
package struct InboxPlace: Codable, Sendable, Hashable {
    /// The sender's identifier.
    package let sender: String
    package let asset: String
    package let resource: String

    package init(sender: String, asset: String, resource: String) {
        (self.sender, self.asset, self.resource) = (sender, asset, resource)
    }

    var assetKey: AssetKey { AssetKey(sender: sender, asset: asset) }

    struct AssetKey: Hashable {
        let sender: String
        let asset: String
    }
}

/// What a sender says of a file as a resource of an asset. Files without it are sorted into assets as an import does.
package struct InboxPart: Codable, Sendable, Equatable {
    /// The name of the resource's type, such as `pairedVideo`.
    package let type: String
    /// The resources of the asset. It comes into the library when all have arrived.
    package let resources: Set<String>
    /// The asset's date, if it isn't the one in the file.
    package let creationDate: Date?
    package let latitude: Double?
    package let longitude: Double?
    package let isFavorite: Bool

    package init(
        type: ResourceType, resources: Set<String>, creationDate: Date? = nil,
        coordinate: (latitude: Double, longitude: Double)? = nil, isFavorite: Bool = false
    ) {
        self.type = ResourceType.names[type] ?? ""
        self.resources = resources
        self.creationDate = creationDate
        (latitude, longitude) = (coordinate?.latitude, coordinate?.longitude)
        self.isFavorite = isFavorite
    }

    /// Returns the type with a name that senders may use, or `nil` if there is none.
    package static func type(named name: String) -> ResourceType? { ResourceType.names.first { $0.value == name }?.key }

    var resourceType: ResourceType? { Self.type(named: type) }
}
