import Albumen

/// A library as its client could see it when it fetched.
///
/// Objects of a fetch read through it what they don't hold, as it was then. All objects of a page share one.
final class LibraryView: Sendable {
    let library: Library
    /// The client's access when it fetched.
    let access: Access
    let session: PhotoLibrarySession
    /// The number of the library's last change then.
    let version: Int64

    /// - Parameter version: without one, objects read the present state.
    init(
        library: Library, access: Access, session: PhotoLibrarySession = .current, version: Int64 = .max
    ) {
        self.library = library
        self.access = access
        self.session = session
        self.version = version
    }

    /// The client's access now, which decides what may still be read.
    var currentAccess: Access { session.accessForChanging ?? .none }
}
