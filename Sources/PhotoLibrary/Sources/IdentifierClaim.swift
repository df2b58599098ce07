package import Records

/// The identifier that an export gave an asset, for the bytes of its file.
package struct IdentifierClaim: Sendable, Equatable {
    /// The asset's UUID in the library that was exported.
    package var uuid: String
    package var original: BlobDigest

    package init(uuid: String, original: BlobDigest) {
        self.uuid = uuid
        self.original = original
    }
}
