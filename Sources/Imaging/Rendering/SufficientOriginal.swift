import MediaContainers
import MediaRequests
import Pixels

/// A JPEG that can replace the largest image of a request: it's upright, complete, in sRGB, and has the image's size.
/// Encoding its pixels again would only take time and space and lose quality.
struct SufficientOriginal {
    /// The size of the file up to which it replaces an image. Few previews of photographs are larger.
    private static let limitInBytes = 512 << 10

    private let view: ByteView
    private let plan: RenderPlan
    private let metadata: MetadataReading

    init(_ view: ByteView, _ plan: RenderPlan, _ metadata: MetadataReading) {
        self.view = view
        self.plan = plan
        self.metadata = metadata
    }

    /// Returns the images without the largest one. Returns `nil` if the file can't replace it.
    func render() throws(MediaError) -> Rendering? {
        let sizes = plan.sizes
        guard view.count <= Self.limitInBytes, plan.orientation == 1, sizes.count > 1, sizes[0] == plan.stored,
            // Small images are stored without loss.
            sizes[1] != sizes[0], let decoder = try? JPEGDecoder(view), isStandard(decoder)
        else { return nil }
        let decoded = try decoder.decode(Array(sizes.dropFirst()))
        guard decoded.damage == nil else { return nil }
        var rendering = try plan.rendering(decoded)
        rendering.omitsLargest = true
        return rendering
    }

    /// Returns whether the file's colours are sRGB's.
    private func isStandard(_ decoder: JPEGDecoder) -> Bool {
        guard decoder.hasThreeComponents else { return false }
        let colour = decoder.colour.orDeclared(by: metadata)
        let format = RasterFormat(colours: .rgb, alpha: .opaque)
        return colour == .untagged || ColourConversion.conversion(from: colour, format)?.isIdentity == true
    }
}
