internal import Foundation

/// The document of an album.
package struct TakeoutAlbumDocument: Sendable, Equatable, Decodable {
    /// Empty for albums without a title.
    package var title: String
    package var caption: String?
    /// The number of texts and places that the user put between the photos.
    package var enrichmentCount = 0
    package var commentCount = 0

    private enum Key: String, CodingKey {
        case title, description, enrichments, sharedAlbumComments
    }

    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    package init(title: String) {
        self.title = title
    }

    /// - Throws: An error if the object has no title that is a text.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        title = try container.decode(String.self, forKey: .title).precomposedStringWithCanonicalMapping
            .trimmingCharacters(in: .whitespacesAndNewlines)
        caption = container.value(String.self, .description).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        enrichmentCount = container.value([Anything].self, .enrichments)?.count ?? 0
        commentCount = container.value([Anything].self, .sharedAlbumComments)?.count ?? 0
    }
}
