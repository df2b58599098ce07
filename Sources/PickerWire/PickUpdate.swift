/// Changes that an app makes to its pick: `{"limit": 3, "deselect": ["…"], …}`.
package struct PickUpdate: Sendable, Equatable {
    /// A new place of a chosen item.
    package struct Move: Sendable, Equatable {
        package let item: String
        /// The item before it, or `nil` for the first place.
        package let after: String?

        /// The fields of the JSON. `PhotosUI` always encodes `after`. The server also reads a missing one as `null`.
        package enum Field: String, CodingKey, CaseIterable {
            case item, after
        }

        package init(item: String, after: String?) {
            (self.item, self.after) = (item, after)
        }
    }

    /// The direction in which the size of the page's photos changes.
    package enum Zoom: String, CaseIterable, Sendable {
        case `in`, out
    }

    /// The fields of the JSON. All are optional.
    package enum Field: String, CodingKey, CaseIterable {
        case limit, edgesWithoutContentMargins, deselect, move, scrollToInitialPosition, zoom, search, end
    }

    package var limit: Int?
    package var edges: Set<PickConfiguration.Edge>?
    package var deselect: [String]
    package var move: Move?
    package var scrolls: Bool
    package var zoom: Zoom?
    /// A search that replaces the one on the page. A blank one shows all photos.
    package var search: String?
    /// Whether to end the choosing. The app keeps what a continuous session has delivered.
    package var ends: Bool

    package init(
        limit: Int? = nil, edges: Set<PickConfiguration.Edge>? = nil, deselect: [String] = [], move: Move? = nil,
        scrolls: Bool = false, zoom: Zoom? = nil, search: String? = nil, ends: Bool = false
    ) {
        (self.limit, self.edges, self.deselect, self.move) = (limit, edges, deselect, move)
        (self.scrolls, self.zoom, self.search, self.ends) = (scrolls, zoom, search, ends)
    }
}

extension PickUpdate: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Field.self)
        try container.encodeIfPresent(limit, forKey: .limit)
        try container.encodeIfPresent(edges?.names, forKey: .edgesWithoutContentMargins)
        if !deselect.isEmpty { try container.encode(deselect, forKey: .deselect) }
        try container.encodeIfPresent(move, forKey: .move)
        if scrolls { try container.encode(true, forKey: .scrollToInitialPosition) }
        try container.encodeIfPresent(zoom?.rawValue, forKey: .zoom)
        try container.encodeIfPresent(search, forKey: .search)
        if ends { try container.encode(true, forKey: .end) }
    }
}

extension PickUpdate.Move: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Field.self)
        try container.encode(item, forKey: .item)
        try container.encode(after, forKey: .after)
    }
}
