import PhotoLibrary

/// A file that an import reads, or the files of an edit, which it reads together.
struct IngestItem: Sendable {
    /// The file, or the first rendering of the edit.
    let source: ImportSource
    let edit: EditFiles?
    /// The identifier that the file's sidecar gives its asset.
    var identifierClaim: IdentifierClaim?

    init(_ source: ImportSource) {
        self.source = source
        edit = nil
    }

    init(_ edit: EditFiles) {
        source = edit.renderings[0]
        self.edit = edit
    }

    /// The files to report.
    var reported: [ImportSource] { edit?.reported ?? [source] }

    /// Bytes.
    var size: Int64 {
        edit?.sources.reduce(0) { $1.size.addingSaturating(to: $0) } ?? source.size
    }
}
