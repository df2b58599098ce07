import Catalog
package import Records

/// Counts the thumbnails and previews of a library.
package struct DerivativeSurvey: Sendable, Equatable {
    package var pictures = 0
    package var missingThumbnails = 0
    package var missingPreviews = 0
    /// The number of files that aren't retried, because they crashed or blocked the media worker.
    package var faults = 0
    /// The statistics of all stored images, including those without an asset.
    package var stored = DerivativeStatistics()
    /// The limit for the size of all previews together.
    package var previewBudgetInBytes: Int64 = 0

    package init() {}

    /// Counts the images, on the calling thread.
    ///
    /// - Parameter progress: Called after each page with the number of counted images and the maximum number of images.
    package init(
        of library: Library, shouldStop: () -> Bool = { false },
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws {
        var walk = PictureWalk(of: library)
        let total = try walk.count()
        while !shouldStop(), let page = try walk.next() {
            for source in page.sources {
                let presence = page.presence(of: source)
                pictures += 1
                if !presence.hasThumbnail { missingThumbnails += 1 }
                if !presence.hasPreview { missingPreviews += 1 }
            }
            progress(pictures, total)
        }
        faults = try library.derivatives.faultCount()
        stored = try library.derivatives.statistics()
        previewBudgetInBytes = library.derivatives.budgetInBytes
    }
}
