import Albumen

/// The library as a client could see it at a fetch, and the version of the library then.
///
/// Objects of a fetch read through it the values that they don't hold, as of that version. All objects of a page share one
/// context.
final class FetchContext: Sendable {
    /// The library with the client's access at the fetch.
    let view: LibraryView
    let session: PhotoLibrarySession
    /// The number of the library's last change then.
    let version: Int64

    /// - Parameter version: without one, objects read the present state.
    init(_ view: LibraryView, session: PhotoLibrarySession = .current, version: Int64 = .max) {
        self.view = view
        self.session = session
        self.version = version
    }

    var library: Library { view.library }

    /// The library with the access that the client has now, which decides what may still be read.
    var currentView: LibraryView { session.currentView(of: library) }
}
