import PhotoLibrary

/// A file that an import has read, or the first file of an edit.
struct ReadFile: Sendable {
    let source: ImportSource
    let finding: FileReader.Finding
}
