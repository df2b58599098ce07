import Albumen
import Foundation
import Records

/// Runs fetches of collections. They never fail: without access, and where the catalog cannot be read, the result is
/// empty.
struct CollectionFetching {
    let principal: Principal
    /// The number of the library's last change before the fetch.
    let version: Int64

    /// The context of the session's library. `nil` if the library can't be opened. Smart albums need none.
    var context: FetchContext? {
        PhotoLibrarySession.current.library.map(context)
    }

    /// The context for objects related to an object of an earlier fetch: its library, with the present access.
    func context(of context: FetchContext) -> FetchContext {
        self.context(context.library)
    }

    func context(_ library: Library) -> FetchContext {
        FetchContext(library.view(for: principal), version: version)
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
        let session = PhotoLibrarySession.current
        // What a fetch captures are PhotoKit's own objects, constant after they were made.
        let find = UncheckedSendable(find)
        let tellsSteps = options?.wantsIncrementalChangeDetails ?? true
        do {
            return PHFetchResult(
                try FetchedCollections(
                    library: session.library, principal: session.principalForReading(), tellsSteps: tellsSteps
                ) { principal, version in
                    guard principal.access.canSeeAssets else { return [] }
                    return selection.choose(
                        from: try find.value(CollectionFetching(principal: principal, version: version)))
                })
        } catch {
            Diagnostics.report("A fetch gives nothing because it failed: \(error)")
            return PHFetchResult()
        }
    }
}
