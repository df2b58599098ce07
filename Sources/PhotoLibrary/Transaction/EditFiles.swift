package import Foundation

/// The files of an edit in an imported folder: the renderings, the recipe, and the rendering that the edit is based on.
package struct EditFiles: Sendable {
    /// The name of the original without its extension.
    package let originalStem: String
    /// The edited photo or video, followed by the video of a Live Photo.
    package let renderings: [ImportSource]
    package let bases: [ImportSource]
    package let document: ImportSource
    /// The bytes of the document.
    package let documentData: Data
    /// The files that the import found. The others are files beside them, and aren't reported.
    package let listed: Set<ImportSource>

    package init(
        originalStem: String, renderings: [ImportSource], bases: [ImportSource], document: ImportSource,
        documentData: Data, listed: Set<ImportSource>
    ) {
        self.originalStem = originalStem
        self.renderings = renderings
        self.bases = bases
        self.document = document
        self.documentData = documentData
        self.listed = listed
    }

    package var sources: [ImportSource] { renderings + bases + [document] }

    /// The files to report, in order.
    package var reported: [ImportSource] { sources.filter(listed.contains) }
}
