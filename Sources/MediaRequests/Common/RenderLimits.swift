/// The size limits of images. The worker rejects larger files before it decodes them. The worker's memory limit
/// (`WorkerSandbox`) and the time limit of a request bound all other costs.
package enum RenderLimits {
    package static let sideInPixels = 100_000
    /// The area of the file's image if its format can be decoded in part or at a reduced size.
    package static let areaInPixels = 2_000_000_000
    /// The area of the file's image if its format can only be decoded as a whole: HEIF, AVIF, raw, progressive JPEG,
    /// interlaced PNG, GIF, BMP and Photoshop.
    package static let wholeAreaInPixels = 250_000_000
    /// The area of an output image, which is one gigabyte.
    package static let outputAreaInPixels = 250_000_000
    /// The area of an output image with an HDR rendition, so that both together take no more than one gigabyte.
    package static let hdrAreaInPixels = outputAreaInPixels / 3
    /// The headrooms of HDR renditions. A gain map can reach 16 stops.
    package static let headrooms = 1.0...65_536.0
}
