/// A row of `assetSource`: the item of a source that an asset was brought over from.
package struct AssetSourceRecord: Sendable, Equatable {
    /// The row of `source`.
    package var sourceID: Int64
    /// The item's identity in the source.
    package var identifier: String
    package var assetID: Int64
    /// What the source said when the item was last brought over.
    package var facts: SourceFacts
    /// The files that were read.
    package var files: SourceFileMarks

    package init(
        sourceID: Int64, identifier: String, assetID: Int64, facts: SourceFacts, files: SourceFileMarks
    ) {
        self.sourceID = sourceID
        self.identifier = identifier
        self.assetID = assetID
        self.facts = facts
        self.files = files
    }
}
