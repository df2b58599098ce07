package import Records

/// What a file beside an imported photo or video says of it.
package struct SidecarArrival: Sendable {
    package var source: SourceKey
    /// The path of the sidecar.
    package var identifier: String
    /// The row of the asset.
    package var assetID: Int64
    package var facts: SourceFacts
    /// The sidecar as it was read.
    package var files: SourceFileMarks
    /// Whether the same import added the asset.
    package var isNew: Bool

    package init(
        source: SourceKey, identifier: String, assetID: Int64, facts: SourceFacts, files: SourceFileMarks,
        isNew: Bool
    ) {
        self.source = source
        self.identifier = identifier
        self.assetID = assetID
        self.facts = facts
        self.files = files
        self.isNew = isNew
    }
}
