/// The number and the total size of all stored thumbnails and previews.
package struct DerivativeStatistics: Sendable, Equatable {
    package var thumbnailCount = 0
    package var thumbnailBytes: Int64 = 0
    package var previewCount = 0
    package var previewBytes: Int64 = 0

    package init() {}
}
