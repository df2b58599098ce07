import Records

extension AssetEdit {
    /// Checks the recipe and the number of renderings, before files are read.
    ///
    /// - Throws: `LibraryError.Code.invalidAdjustment` or `missingResource`.
    func validate() throws(LibraryError) {
        guard !adjustment.data.isEmpty else {
            throw LibraryError(
                .invalidAdjustment,
                "The adjustment data is empty. If the app has nothing to store, it can store the bytes of a UUID.")
        }
        guard adjustment.data.count <= AdjustmentData.byteLimit else {
            throw LibraryError(
                .invalidAdjustment,
                "The adjustment data has \(adjustment.data.count) bytes. The limit is \(AdjustmentData.byteLimit) "
                    + "bytes, so store a reference to larger data.")
        }
        guard !renderings.isEmpty else {
            throw LibraryError(
                .missingResource, "The edit has no rendering. Write the edited photo or video to its file first.")
        }
    }
}
