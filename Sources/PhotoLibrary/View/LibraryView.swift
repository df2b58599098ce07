package import Catalog
package import Foundation

/// A library as one principal may use it.
///
/// All targets outside the engine read assets, collections, files and history through a view, and change the library
/// through it. The view's access becomes part of each query. Row identifiers are the exception: a query with that access
/// returned them, so methods that take them, such as `assets(withIdentifiers:)`, don't check access again. Never take
/// row identifiers from a client. A view is a small value without state of its own: make one per request.
package struct LibraryView: Sendable {
    /// The library itself, for calls that concern all of it and to compare identities.
    package let library: Library
    package let principal: Principal
    /// The condition of the view's commits, or `nil` if there is none.
    var commitCondition: CommitCondition?

    init(of library: Library, for principal: Principal) {
        self.library = library
        self.principal = principal
    }

    /// The principal's access.
    package var access: Access { principal.access }

    package var scope: AssetQuery.Scope { access.scope }
    package var catalog: Catalog { library.catalog }
    var identifier: String { library.identifier }

    package func now() -> Date { library.now() }

    /// Returns a UUID for a new object.
    package func makeUUID() -> UUID { library.makeUUID() }
}

extension Library {
    /// Returns a view of the library for a principal.
    package func view(for principal: Principal) -> LibraryView {
        LibraryView(of: self, for: principal)
    }
}
