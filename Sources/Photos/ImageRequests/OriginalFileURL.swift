import BlobStore
import Foundation
import PhotoLibrary

/// A URL of an original whose last component is the file's name, because apps read the name from it. The library stores
/// originals under their digests, so this URL is a link in a folder for temporary files. A process that can write to
/// read-only files gets a copy in the library's folder, so that it can't change the original.
enum OriginalFileURL {
    private static let longestName = 255

    /// Returns a link, or the original's own URL if no link can have its name or the link can't be created. Returns
    /// `nil` if a copy is needed and can't be created. Blocks if it is created.
    static func make(for source: PictureSource, in view: LibraryView, links: OriginalLinks = .shared) -> URL? {
        if view.originalsAreWritable {
            do {
                return try view.copiedImageURL(of: source)
            } catch {
                Diagnostics.reportOnce("There is no copy of \(source.filename) for the app: \(error)")
                return nil
            }
        }
        let original = view.originalURL(source.digest)
        let name = source.filename
        guard !["", ".", ".."].contains(name), !name.contains("/"), !name.utf8.contains(0),
            name.utf8.count <= longestName
        else { return original }
        return links.link(named: name, to: original) ?? original
    }
}
