/// The kind of a file in an export, by the extension of its name. The importer looks at the bytes.
package enum TakeoutMedia: Sendable, Hashable {
    /// A photo that can have the video of a Live Photo beside it.
    case photo
    /// A screenshot, scan or graphic, which has no video.
    case graphic
    case video
    /// A Pixel phone's video of a motion photo, such as `PXL_1.MP` beside `PXL_1.MP.jpg`.
    case motionVideo

    /// Returns `nil` unless the name is that of a photo or video.
    package init?(name: String) {
        let text = TakeoutName(name).pathExtension.lowercased()
        if Self.photos.contains(text) {
            self = .photo
        } else if Self.graphics.contains(text) || FileExtensions.raw.contains(text) {
            self = .graphic
        } else if FileExtensions.video.contains(text) {
            self = .video
        } else if Self.motionVideos.contains(String(text.prefix { $0 != "~" })) {
            self = .motionVideo
        } else {
            return nil
        }
    }

    package var isVideo: Bool { self == .video || self == .motionVideo }

    private static let photos: Set = ["heic", "heif", "hif", "jpg", "jpeg", "jpe", "jfif", "avif", "dng"]
    private static let graphics: Set = [
        "png", "apng", "gif", "webp", "tif", "tiff", "bmp", "jxl", "jp2", "ico", "psd", "svg",
    ]
    private static let motionVideos: Set = ["mp", "mv"]
}
