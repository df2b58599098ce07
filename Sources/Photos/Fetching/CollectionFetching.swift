import Albumen
import Catalog
import Foundation
import Records

/// Runs fetches of collections. They never fail: without access, and where the catalog cannot be read, the result is
/// empty.
struct CollectionFetching {
    let access: Access
    /// The number of the library's last change before the fetch.
    let version: Int64

    /// The session's library; nil where it cannot be opened. Smart albums need none.
    var view: LibraryView? {
        PhotoLibrarySession.current.library.map(view)
    }

    /// The library that an object was fetched from, as the client may see it now.
    func view(of view: LibraryView) -> LibraryView {
        self.view(view.library)
    }

    func view(_ library: Library) -> LibraryView {
        LibraryView(library: library, access: access, version: version)
    }

    /// - Parameters:
    ///   - options: those that are not supported stop the program, whether or not there are collections to fetch.
    ///   - find: the collections to choose from, in the order that they have without options.
    static func run<Collection: PHCollection>(
        _ options: PHFetchOptions?, of kind: CollectionSelection.Kind,
        _ find: @escaping (CollectionFetching) throws -> [Collection]
    ) -> PHFetchResult<Collection> {
        let selection = CollectionSelection(options, of: kind)
        // Without access it finds nothing, and knows what was asked for when there is access.
        let access = PhotoLibrarySession.current.accessForReading() ?? .none
        // What a fetch captures are PhotoKit's own objects, constant after they were made.
        let find = UncheckedSendable(find)
        let tellsSteps = options?.wantsIncrementalChangeDetails ?? true
        do {
            return PHFetchResult(
                try FetchedCollections(
                    library: PhotoLibrarySession.current.library, access: access, tellsSteps: tellsSteps
                ) { access, version in
                    guard access.scope != .nothing else { return [] }
                    return selection.choose(
                        from: try find.value(CollectionFetching(access: access, version: version)))
                })
        } catch {
            Diagnostics.report("A fetch gives nothing because it failed: \(error)")
            return PHFetchResult()
        }
    }
}
