/// A chosen or preselected asset. Fields without a value are `null` in the JSON.
package struct PickItemDocument: Codable, Equatable, Sendable {
    /// A file of the asset.
    package struct Representation: Codable, Equatable, Sendable {
        package let type: String
        /// The filename.
        package let name: String
        /// `nil` if the file is made on request.
        package let bytes: Int64?

        package init(type: String, name: String, bytes: Int64?) {
            (self.type, self.name, self.bytes) = (type, name, bytes)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(type, forKey: .type)
            try container.encode(name, forKey: .name)
            try container.encode(bytes, forKey: .bytes)
        }
    }

    /// The token by which this requester knows the asset.
    package let item: String
    package let identifier: String?
    /// The filename without its extension, or `nil` for a preselected asset.
    package let name: String?
    /// The playback style, or `nil` for a preselected asset.
    package let kind: String?
    package let isPreselected: Bool
    package let representations: [Representation]
    /// The video of a Live Photo.
    package let pairedVideo: Representation?

    package init(
        item: String, identifier: String?, name: String?, kind: String?, isPreselected: Bool,
        representations: [Representation], pairedVideo: Representation?
    ) {
        (self.item, self.identifier, self.name, self.kind) = (item, identifier, name, kind)
        (self.isPreselected, self.representations) = (isPreselected, representations)
        self.pairedVideo = pairedVideo
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(item, forKey: .item)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(name, forKey: .name)
        try container.encode(kind, forKey: .kind)
        try container.encode(isPreselected, forKey: .isPreselected)
        try container.encode(representations, forKey: .representations)
        try container.encode(pairedVideo, forKey: .pairedVideo)
    }
}
