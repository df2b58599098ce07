/// What a picture may take when it is decoded. A file that passes these is refused before its pixels are touched; the
/// worker's memory (`WorkerSandbox`) and the time of a request bound the rest.
package enum RenderLimits {
    package static let sideInPixels = 100_000
    /// Of the file's picture, where it can be decoded in part or at a reduced scale.
    package static let areaInPixels = 2_000_000_000
    /// Of the file's picture, where it can only be decoded whole: HEIF, AVIF, raw, progressive JPEG, interlaced PNG, GIF, BMP
    /// and Photoshop's.
    package static let wholeAreaInPixels = 250_000_000
    /// Of a picture that is handed out: one gigabyte.
    package static let outputAreaInPixels = 250_000_000
}
