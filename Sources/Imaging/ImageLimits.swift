import MediaRequests

/// Limits of sizes, texts and keywords. The worker rejects or truncates larger values, so that later steps need no
/// memory for them.
enum ImageLimits {
    static let sideInPixels = RenderLimits.sideInPixels
    static let areaInPixels = RenderLimits.areaInPixels
    static let textInBytes = 16 << 10
    static let keywordCount = 500
}
