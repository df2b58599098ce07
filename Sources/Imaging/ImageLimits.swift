import MediaWork

/// What is refused, so that no later step is asked to make room for it.
enum ImageLimits {
    static let sideInPixels = RenderLimits.sideInPixels
    static let areaInPixels = RenderLimits.areaInPixels
    static let textInBytes = 16 << 10
    static let keywordCount = 500
}
