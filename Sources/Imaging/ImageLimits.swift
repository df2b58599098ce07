/// What is refused, so that no later step is asked to make room for it.
enum ImageLimits {
    static let sideInPixels = 100_000
    static let areaInPixels = 2_000_000_000
    static let textInBytes = 16 << 10
    static let keywordCount = 500
}
