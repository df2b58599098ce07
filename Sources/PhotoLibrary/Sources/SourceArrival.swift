package import Records

/// An item of a source that an import brings over.
package struct SourceArrival: Sendable {
    /// The item's files, which an intake has made durable.
    package struct Content: Sendable {
        package var creation: AssetCreation
        package var files: SourceFileMarks
        /// Whether the edit that came from the source before stays, because the source has an edit whose files aren't
        /// here or can't be read now.
        package var keepsEdit = false

        package init(_ creation: AssetCreation, files: SourceFileMarks) {
            self.creation = creation
            self.files = files
        }
    }

    package var source: SourceKey
    /// The item's identity in the source.
    package var identifier: String
    package var facts: SourceFacts
    /// The files, or `nil` if they are as they were in the import before.
    package var content: Content?

    package init(source: SourceKey, identifier: String, facts: SourceFacts, content: Content?) {
        self.source = source
        self.identifier = identifier
        self.facts = facts
        self.content = content
    }
}
