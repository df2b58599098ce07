public import AlbumenGraphics
public import Foundation
import MediaRequests
import MediaWork
import Pixels

/// Renders images in the media worker. Any thread can use a context. Each call blocks until the result is there.
///
/// A context keeps nothing, so creating one costs nothing. It works in linear light with sRGB's primaries. Colours
/// outside of sRGB are kept until the result is made, and Display P3 can contain more of them.
// Unchecked because the class is open. It has no stored properties.
open class CIContext: NSObject, @unchecked Sendable {
    public override init() {}

    /// - Parameter options: Ignored. There is no choice of devices or working colour spaces.
    public convenience init(options: [CIContextOption: Any]? = nil) {
        self.init()
    }

    /// Renders a part of an image, in sRGB.
    ///
    /// - Parameter fromRect: The part. It's extended to whole pixels, and transparent outside of the image's extent.
    /// - Returns: `nil` if the rectangle is empty or infinite, a source can't be decoded, or there is no worker.
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        rendered(image, fromRect, .pixels(.sRGB))?.pixels.map(CGImage.init)
    }

    /// Renders a part of an image.
    ///
    /// - Parameters:
    ///   - format: `RGBA8`, `BGRA8`, `ARGB8` or `ABGR8`. The image has the same pixels with each of them.
    ///   - colorSpace: `nil` or sRGB. A `CGImage` is always in sRGB.
    /// - Returns: `nil` as above, and for another format.
    open func createCGImage(
        _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
    ) -> CGImage? {
        format.places == nil ? nil : createCGImage(image, from: fromRect)
    }

    /// Renders a part of an image into memory, row by row from the top. Writes nothing if the image can't be rendered.
    ///
    /// - Parameters:
    ///   - data: Memory for `rowBytes` times the height of `bounds`, extended to whole pixels.
    ///   - rowBytes: The distance between the starts of two rows, at least four times the width.
    ///   - bounds: The part.
    ///   - format: `RGBA8`, `BGRA8`, `ARGB8` or `ABGR8`. Writes nothing for another format.
    ///   - colorSpace: sRGB, linear sRGB or Display P3. `nil` means sRGB.
    open func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
        colorSpace: CGColorSpace?
    ) {
        guard let places = format.places, let space = GraphRequest.ColourSpace(pixels: colorSpace),
            let bitmap = rendered(image, bounds, .pixels(space))?.pixels, rowBytes >= bitmap.width * 4
        else { return }
        bitmap.withBytes { source in
            for row in 0..<bitmap.height {
                let target = (data + row * rowBytes).assumingMemoryBound(to: UInt8.self)
                let start = row * bitmap.bytesPerRow
                for column in 0..<bitmap.width {
                    for band in 0..<4 { target[column * 4 + places[band]] = source[start + column * 4 + band] }
                }
            }
        }
    }

    /// Renders a part of an image's graph.
    func result(
        _ image: CIImage, _ rect: CGRect, _ output: GraphRequest.Output, _ pool: WorkerPool
    ) throws(MediaError) -> GraphRendering {
        let (graph, sources, _) = try image.node.graph()
        return try render(
            GraphRequest(graph: graph, rectangle: GraphRectangle(of: rect), output: output), sources, pool)
    }

    func render(
        _ request: GraphRequest, _ sources: [GraphSource], _ pool: WorkerPool
    ) throws(MediaError) -> GraphRendering {
        do throws(MediaError) {
            return try pool.render(request, sources: sources)
        } catch {
            FrameDiagnostics.report(error, sources)
            throw error
        }
    }

    private func rendered(_ image: CIImage, _ rect: CGRect, _ output: GraphRequest.Output) -> GraphRendering? {
        WorkerCall.run { pool throws(MediaError) in try self.result(image, rect, output, pool) }
    }
}

/// An option of a context. Contexts ignore them.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
    public static let highQualityDownsample = CIContextOption(rawValue: "high_quality_downsample")
    public static let priorityRequestLow = CIContextOption(rawValue: "low_priority")
}

extension GraphRequest.ColourSpace {
    /// - Returns: `nil` for a colour space in which pixels can't be rendered.
    init?(pixels space: CGColorSpace?) {
        switch space?.name {
        case nil where space?.model != .monochrome: self = .sRGB
        case CGColorSpace.sRGB, CGColorSpace.extendedSRGB: self = .sRGB
        case CGColorSpace.linearSRGB: self = .linearSRGB
        case CGColorSpace.displayP3: self = .displayP3
        default: return nil
        }
    }

    /// - Returns: `nil` for a colour space without a profile.
    init?(file space: CGColorSpace) {
        self.init(pixels: space)
        if self == .linearSRGB { return nil }
    }
}
