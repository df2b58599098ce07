import Albumen
import Foundation

/// Runs fetches of collections. They never fail: without access, and where the catalog cannot be read, the result is
/// empty.
struct CollectionFetching {
    let access: Access

    /// The session's library; nil where it cannot be opened. Smart albums need none.
    var view: LibraryView? {
        PhotoLibrarySession.current.library.map { LibraryView(library: $0, access: access) }
    }

    /// The library that an object was fetched from, as the client may see it now.
    func view(of view: LibraryView) -> LibraryView {
        LibraryView(library: view.library, access: access)
    }

    /// - Parameters:
    ///   - options: those that are not supported stop the program, whether or not there are collections to fetch.
    ///   - find: the collections to choose from, in the order that they have without options.
    static func run<Collection: PHCollection>(
        _ options: PHFetchOptions?, of kind: CollectionSelection.Kind,
        _ find: @escaping (CollectionFetching) throws -> [Collection]
    ) -> PHFetchResult<Collection> {
        let selection = CollectionSelection(options, of: kind)
        guard let access = PhotoLibrarySession.current.accessForReading() else { return PHFetchResult() }
        // What a fetch captures are PhotoKit's own objects, constant after they were made.
        let find = UncheckedSendable(find)
        let tellsSteps = options?.wantsIncrementalChangeDetails ?? true
        do {
            return PHFetchResult(
                try FetchedCollections(
                    library: PhotoLibrarySession.current.library, access: access, tellsSteps: tellsSteps
                ) { access in
                    selection.choose(from: try find.value(CollectionFetching(access: access)))
                })
        } catch {
            Diagnostics.report("A fetch gives nothing because it failed: \(error)")
            return PHFetchResult()
        }
    }
}
