package import Pixels

extension GraphRequest {
    /// The limit of the graph's size as JSON.
    package static let lengthLimitInBytes = 4 << 20
    /// The largest part of an image that is rendered to a file.
    package static let areaLimitInPixels = RenderLimits.outputAreaInPixels
    private static let spareOutputInBytes = 16 << 20

    /// Checks the request before pixels are touched.
    ///
    /// - Throws: `limitExceeded` or `unsupported`, with the reason.
    package func check(sourceCount: Int) throws(MediaError) {
        try graph.check(sourceCount: sourceCount)
        guard rectangle.isFinite, !rectangle.integral.isEmpty else {
            throw MediaError(
                .unsupported,
                "The rectangle to render is empty or infinite. Crop the image, or choose a rectangle inside its extent."
            )
        }
        let size = pixelSize
        guard max(size.width, size.height) <= sideLimitInPixels, size.width * size.height <= Self.areaLimitInPixels
        else {
            throw MediaError(
                .limitExceeded, "A picture of \(size.width) by \(size.height) pixels is larger than this output allows."
            )
        }
        guard carriesMetadataOfSource.map({ (0..<sourceCount).contains($0) }) ?? true, isOutputPlausible else {
            throw MediaError(.unsupported, "The output has a colour space, quality or depth that its type lacks.")
        }
    }

    /// The size of the result.
    package var pixelSize: PixelSize {
        PixelSize(width: Int(rectangle.integral.width), height: Int(rectangle.integral.height))
    }

    private var sideLimitInPixels: Int {
        guard case .file(let file) = output else { return RenderLimits.sideInPixels }
        switch file.type {
        case .jpeg: return 65_500
        case .heif: return 16_384
        case .png, .tiff: return RenderLimits.sideInPixels
        }
    }

    private var isOutputPlausible: Bool {
        guard case .file(let file) = output else { return carriesMetadataOfSource == nil && changes == nil }
        guard (0...1).contains(file.quality), file.colourSpace != .linearSRGB else { return false }
        switch file.type {
        case .jpeg: return file.bitsPerComponent == 8
        case .heif: return [8, 10].contains(file.bitsPerComponent)
        case .png, .tiff: return [8, 16].contains(file.bitsPerComponent)
        }
    }

    /// The size limit of the result.
    package var outputLimitInBytes: Int {
        let area = pixelSize.width * pixelSize.height
        guard case .file(let file) = output else { return area * Bitmap.bytesPerPixel }
        return min(area * max(4, file.bitsPerComponent / 2) + Self.spareOutputInBytes, 2 << 30)
    }
}
