import PhotoLibrary

/// The library as a client could see it at a fetch, and the library's version at that time.
///
/// Fetched objects use it to read values that they don't hold, as of that version. All objects of a page share one
/// context.
final class FetchContext: Sendable {
    /// The library with the client's access at the fetch.
    let view: LibraryView
    let session: PhotoLibrarySession
    /// The number of the library's last change at the time of the fetch.
    let version: Int64
    /// Whether the objects are members of Recently Deleted, which the client can see.
    let isTrash: Bool

    /// - Parameter version: The version to read. By default, objects read the current state.
    init(
        _ view: LibraryView, session: PhotoLibrarySession = .current, version: Int64 = .max, isTrash: Bool = false
    ) {
        self.view = view
        self.session = session
        self.version = version
        self.isTrash = isTrash
    }

    var library: Library { view.library }

    /// The library with the client's current access, which decides what the client may still read.
    var currentView: LibraryView { session.currentView(of: library) }
}
