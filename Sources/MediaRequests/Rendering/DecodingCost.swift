/// The decoding times of formats, measured with the libraries of Debian 12 on one core of a server from 2024, and
/// rounded up.
///
/// | format, 100 megapixels                     | seconds | ns per pixel |
/// |--------------------------------------------|---------|--------------|
/// | PNG, 8 bits: grey, RGB, RGBA               | 0.5, 1.4, 2.2 | 5, 14, 22 |
/// | PNG, 16 bits RGBA, 10,000 or 40,000 wide   | 3.1, 5.1 | 31, 51      |
/// | TIFF, 8 bits RGB, 16 bits RGBA             | 1.0, 1.6 | 10, 16      |
/// | GIF; interlaced PNG; JPEG 2000 (one color) | 1.6, 1.2, 2.9 | 16, 12, 29 |
///
/// Photographs take two to three times as long in formats with an entropy coder.
package enum DecodingCost {
    /// The limit of a file's estimated decoding time. The worker rejects a file with a larger estimate before it
    /// decodes it.
    package static let budgetInSeconds: Double = 30
    /// Images with a larger estimate decode in the slow lane.
    package static let quickLimitInSeconds: Double = 1

    /// Returns the cost of a format that stores single samples, such as PNG and TIFF.
    package static func nanosecondsPerPixel(bytesPerPixel: Double, hasAlpha: Bool) -> Double {
        // libvips premultiplies colours before a reduction and divides them by alpha afterwards.
        bytesPerPixel * 4.5 + (hasAlpha ? 10 : 0)
    }

    /// Returns the lane of an image, estimated from its type and size. A wrong estimate costs little, because
    /// `RenderLane.quick` ends a decode that takes long.
    package static func lane(uniformTypeIdentifier type: String, width: Int, height: Int) -> RenderLane {
        guard let cost = nanosecondsPerPixel(of: type) else { return .quick }
        return Double(max(0, width)) * Double(max(0, height)) * cost > quickLimitInSeconds * 1e9 ? .slow : .quick
    }

    /// - Returns: `nil` for a video, because the worker decodes a single frame of it.
    private static func nanosecondsPerPixel(of type: String) -> Double? {
        switch type {
        case "public.jpeg": 8
        case "public.png", "public.tiff": 14
        case "org.webmproject.webp", "com.compuserve.gif", "com.microsoft.bmp", "com.adobe.photoshop-image": 25
        case "public.heic", "public.heics", "public.heif", "public.avif", "public.avis", "public.avci": 20
        case "public.jpeg-2000": 30
        // Raw images are developed from half of the sensor's samples unless the camera's preview is large enough.
        case let type where type.hasSuffix("raw-image"): 25
        default: nil
        }
    }
}
