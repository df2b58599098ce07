/// What one change did, with the values after it.
package struct ChangeFacts: Sendable, Equatable {
    package struct Asset: Sendable, Equatable {
        /// The row identifier.
        package let id: Int64
        package let uuid: String
        package let facts: [AssetFact]

        package init(id: Int64, uuid: String, facts: [AssetFact]) {
            (self.id, self.uuid, self.facts) = (id, uuid, facts)
        }
    }

    package struct Collection: Sendable, Equatable {
        /// The row identifier.
        package let id: Int64
        package let uuid: String
        package let isFolder: Bool
        package let title: String
        package let facts: [CollectionFact]

        package init(id: Int64, uuid: String, isFolder: Bool, title: String, facts: [CollectionFact]) {
            (self.id, self.uuid, self.isFolder, self.title, self.facts) = (id, uuid, isFolder, title, facts)
        }
    }

    /// In the order of row identifiers.
    package var assets: [Asset] = []
    package var collections: [Collection] = []
    /// The program whose access the change set, or `nil`.
    package var client: String?

    package init() {}
}
