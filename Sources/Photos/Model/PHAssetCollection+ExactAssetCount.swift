import PhotoLibrary

extension PHAssetCollection {
    /// Not in Apple's framework: the current number of members that a fetch without options finds, also in a smart
    /// album.
    ///
    /// Reads the catalog each time. The count is 0 without access. It's also 0 if the library can't be read, which a
    /// message on standard error reports. Safe to use from any thread.
    ///
    /// - Complexity: O(1) for smart albums whose members Albumen keeps counted, which are all except Recently Added,
    ///   Hidden and Recently Deleted. O(*n*) for *n* members in those, in albums and moments, and with limited access.
    public var exactAssetCount: Int {
        let session = PhotoLibrarySession.current
        guard let membership = content.membership, let library = content.library ?? session.library else { return 0 }
        let view = session.viewForReading(of: library)
        guard view.access.canSeeAssets else { return 0 }
        do {
            if case .smartAlbum(let album) = content { return try album.count(in: view) }
            var fetch = AssetFetch()
            fetch.membership = membership
            return try view.assetCount(fetch)
        } catch {
            Diagnostics.report("The members of an album could not be counted: \(error)")
            return 0
        }
    }
}
