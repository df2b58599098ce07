import Albumen
import BlobStore
import Foundation

/// A URL of an original under its own name, which apps read from it. The library keeps originals under their digests, so this
/// is a link in a folder for temporary files.
enum OriginalFileURL {
    private static let longestName = 255

    /// The original's own URL if no link can be made, or none with its name.
    static func make(for source: PictureSource, in view: LibraryView, links: OriginalLinks = .shared) -> URL {
        let original = view.originalURL(source.digest)
        let name = source.filename
        guard !["", ".", ".."].contains(name), !name.contains("/"), !name.utf8.contains(0),
            name.utf8.count <= longestName
        else { return original }
        return links.link(named: name, to: original) ?? original
    }
}
