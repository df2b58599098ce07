import Albumen
import HTTPTypes
import Records

/// The requests that the library's page always sends first.
///
/// A header names them, so that a browser sends them while it loads the page's script. Over a link with a long round
/// trip, the photos come that much earlier. If the address has another album, the second answer is left over: the
/// server doesn't see that part of the address.
enum FirstRequests {
    /// The number of photos with which the page opens a timeline.
    private static let count = 100

    static let paths: [String] = {
        let library = SmartAlbum.withSubtype(.smartAlbumUserLibrary)?.uuid ?? ""
        return ["/api/collections", "/api/collections/\(library)/timeline?count=\(count)"]
    }()

    /// The value of the header `Link`.
    static let preloads = paths.map { "<\($0)>; rel=preload; as=fetch; crossorigin" }.joined(separator: ", ")
}

extension HTTPField.Name {
    static let link = HTTPField.Name("Link")!
}
