/// Identifies a source, wherever its files are: a copy of an Apple library has the key of the library.
package struct SourceKey: Hashable, Sendable {
    package var kind: SourceKind
    /// The source's own identity, such as the UUID in the catalogue of an Apple library.
    package var identifier: String

    package init(kind: SourceKind, identifier: String) {
        self.kind = kind
        self.identifier = identifier
    }
}
