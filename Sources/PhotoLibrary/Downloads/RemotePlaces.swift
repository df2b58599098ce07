package import BlobStore

#if ObjectStore
    import ObjectStore
#endif

/// Opens the places of libraries, if Albumen was built with the trait `ObjectStore`.
package enum RemotePlaces {
    /// Opens a place. Doesn't use the network, and doesn't read keys before the first request.
    ///
    /// - Throws: `RemoteBlobError`: `misconfigured`, or `unsupported` in a build without the trait.
    package static func open(_ settings: CloudSettings) throws -> any RemoteBlobStore {
        #if ObjectStore
            return try PlaceOpening.open(settings)
        #else
            throw RemoteBlobError(
                .unsupported,
                "This library is connected to \(settings.address), and this build of Albumen can't use it. Build Albumen "
                    + "with the package trait ObjectStore, which is on by default.")
        #endif
    }
}
