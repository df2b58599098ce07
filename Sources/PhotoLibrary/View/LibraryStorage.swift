package import BlobStore
package import Catalog

/// The stores behind a library, without any access check.
///
/// Only test support and benchmarks use them, and import them with `@_spi(Storage)`. All other code reads and changes a
/// library through a `LibraryView`.
@_spi(Storage)
public struct LibraryStorage: Sendable {
    package let catalog: Catalog
    package let blobs: LocalBlobStore
    package let derivatives: Derivatives
}

extension Library {
    @_spi(Storage)
    public var storage: LibraryStorage {
        LibraryStorage(catalog: catalog, blobs: blobs, derivatives: derivatives)
    }
}
