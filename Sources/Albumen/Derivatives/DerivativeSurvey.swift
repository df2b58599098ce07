import Catalog
package import Records

/// How many of a library's pictures have their thumbnails and previews.
package struct DerivativeSurvey: Sendable, Equatable {
    package var pictures = 0
    package var missingThumbnails = 0
    package var missingPreviews = 0
    /// Files that are not tried again, because they ended or occupied the media worker.
    package var faults = 0
    /// Of all that is stored, whichever pictures it is of.
    package var stored = DerivativeStatistics()
    /// What the previews may take together.
    package var previewBudgetInBytes: Int64 = 0

    package init() {}

    /// Counts on the calling thread.
    ///
    /// - Parameter progress: called after each page with how many are done, of how many at most.
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
