/// How long decoders take, by format: measured with libraries of Debian 12 on one core of a server of 2024, and
/// rounded up.
///
/// | format, 100 megapixels                     | seconds | ns per pixel |
/// |--------------------------------------------|---------|--------------|
/// | PNG, 8 bits: grey, RGB, RGBA               | 0.5, 1.4, 2.2 | 5, 14, 22 |
/// | PNG, 16 bits RGBA, 10,000 or 40,000 wide   | 3.1, 5.1 | 31, 51      |
/// | TIFF, 8 bits RGB, 16 bits RGBA             | 1.0, 1.6 | 10, 16      |
/// | GIF; interlaced PNG; JPEG 2000 (one color) | 1.6, 1.2, 2.9 | 16, 12, 29 |
///
/// Photographs take two to three times as long where an entropy coder has to say something about each pixel.
package enum DecodingCost {
    /// What a picture may be estimated to take. Any larger estimate refuses the file before its pixels are touched.
    package static let budgetInSeconds: Double = 30
    /// Pictures that are estimated to take longer are decoded in the slow lane.
    package static let quickLimitInSeconds: Double = 1

    /// The cost of a format that stores its samples one by one, as PNG and TIFF do.
    package static func nanosecondsPerPixel(bytesPerPixel: Double, hasAlpha: Bool) -> Double {
        // Colours are multiplied by their alpha before a picture is reduced, and divided by it afterwards.
        bytesPerPixel * 4.5 + (hasAlpha ? 10 : 0)
    }

    /// Which lane a picture belongs to, as far as its type and size tell. A wrong guess costs a moment: `RenderLane.quick` ends a
    /// decode that takes long.
    package static func lane(uniformTypeIdentifier type: String, width: Int, height: Int) -> RenderLane {
        guard let cost = nanosecondsPerPixel(of: type) else { return .quick }
        return Double(max(0, width)) * Double(max(0, height)) * cost > quickLimitInSeconds * 1e9 ? .slow : .quick
    }

    /// - Returns: `nil` for a video, of which one frame is decoded, whatever its length.
    private static func nanosecondsPerPixel(of type: String) -> Double? {
        switch type {
        case "public.jpeg": 8
        case "public.png", "public.tiff": 14
        case "org.webmproject.webp", "com.compuserve.gif", "com.microsoft.bmp", "com.adobe.photoshop-image": 25
        case "public.heic", "public.heics", "public.heif", "public.avif", "public.avis", "public.avci": 20
        case "public.jpeg-2000": 30
        // Developed from half of the sensor's samples, unless the camera's own preview suffices.
        case let type where type.hasSuffix("raw-image"): 25
        default: nil
        }
    }
}
