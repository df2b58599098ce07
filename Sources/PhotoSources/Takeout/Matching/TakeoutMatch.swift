/// The relations between the files of one folder of an export: which document, edit and video belong to which photo.
///
/// Indexes refer to the lists that the relations were computed from.
package struct TakeoutMatch: Sendable, Equatable {
    /// The document of an item. Documents of other kinds don't take part.
    package struct Document: Sendable, Equatable {
        package var name: String
        /// The name of the upload, or `nil` if the document has none.
        package var title: String?

        package init(name: String, title: String?) {
            self.name = name
            self.title = title
        }
    }

    /// A photo or video with the files that belong to it.
    package struct Group: Sendable, Equatable {
        package var original: Int
        package var document: Int?
        /// The rendering of the user's edit.
        package var edit: Int?
        /// The video of a Live Photo or motion photo, and its edited version.
        package var video: Int?
        package var editedVideo: Int?
        /// Whether the original is derived from another one, whose document it shares, such as a further effect.
        package var isDerived = false

        package init(original: Int, document: Int? = nil) {
            self.original = original
            self.document = document
        }
    }

    /// In the order of the files' list.
    package private(set) var groups: [Group] = []
    /// Documents without a file.
    package private(set) var unusedDocuments: [Int] = []
    /// Videos that can belong to more than one photo, or to a photo with another number. Each has a group of its own.
    package private(set) var ambiguousVideos: [Int] = []

    /// Computes the relations.
    ///
    /// - Parameters:
    ///   - files: The names of the photos and videos in one folder.
    ///   - documents: The documents of items in the same folder, in all parts of the export.
    /// - Complexity: O(*f* + *d*) for *f* files and *d* documents, if few files have the same stem.
    package init(files: [String], documents: [Document]) {
        var matching = TakeoutMatching(files: files, documents: documents)
        matching.findDocuments()
        matching.findVideos()
        matching.findEdits()
        matching.shareDocuments()
        (groups, ambiguousVideos) = matching.finish()
        let used = Set(groups.compactMap(\.document)).union(matching.documentsOfVideos)
        unusedDocuments = documents.indices.filter { !used.contains($0) }
    }
}
