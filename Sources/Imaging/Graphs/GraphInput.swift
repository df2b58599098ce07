import CVipsBridge
import MediaContainers
package import MediaRequests
import Pixels

/// A source of a graph, opened but not yet decoded.
package struct GraphInput {
    enum Content {
        /// A JPEG that libvips decodes while the graph is rendered.
        case streamed(UnsafeRawBufferPointer, RasterFormat, SourceLight)
        /// Any other file. It's decoded as a whole.
        case file(UnsafeRawBufferPointer, RenderRequest)
        /// A decoded file in its own colours.
        case raster(Raster, SourceLight)
        /// A decoded file in sRGB.
        case decoded(Bitmap)
        /// Pixels of the client, in sRGB and premultiplied.
        case pixels(UnsafeRawBufferPointer, hasAlpha: Bool)
    }

    private(set) var content: Content
    /// The bytes of the file, or `nil` for pixels.
    let original: UnsafeRawBufferPointer?
    /// The size without rotation.
    private(set) var size: PixelSize
    /// The EXIF orientation to apply, or 1.
    private(set) var orientation: Int

    /// The size of the image in the graph.
    var upright: PixelSize { PictureTurn(orientation: orientation).turned(size) }

    /// Opens a client's pixels.
    package init(
        pixels bytes: UnsafeRawBufferPointer, width: Int, height: Int, hasAlpha: Bool
    ) throws(MediaError) {
        guard width > 0, height > 0, width <= RenderLimits.sideInPixels, height <= RenderLimits.sideInPixels,
            bytes.count >= width * height * Bitmap.bytesPerPixel
        else { throw MediaError(.unreadable, "The pixels don't have the size that the request says.") }
        content = .pixels(bytes, hasAlpha: hasAlpha)
        original = nil
        size = PixelSize(width: width, height: height)
        orientation = 1
    }

    /// Opens a file, without decoding it.
    ///
    /// - Returns: `nil` if the bytes don't have the signature of an image.
    package init?(file bytes: UnsafeRawBufferPointer, filename: String, appliesOrientation: Bool) throws(MediaError) {
        let view = ByteView(bytes)
        guard let format = ImageFormat(signatureOf: view) else { return nil }
        let request = RenderRequest(
            filename: filename, sizes: [.full], keepsStoredOrientation: !appliesOrientation)
        original = bytes
        if case .highEfficiency = format {
            // libheif rotates the image itself.
            guard let reading = HighEfficiencyPicture.read(view) else { throw ImageProber.unreadable }
            try reading.structure.checkSize()
            size = PixelSize(width: reading.structure.width, height: reading.structure.height)
            orientation = 1
            content = .file(bytes, request)
            return
        }
        guard let outline = PictureOutline(view, format, filename: filename) else { throw ImageProber.unreadable }
        try outline.structure.checkSize()
        try outline.structure.checkCost()
        let metadata = outline.metadata(bytes)
        let stored = PixelSize(width: outline.structure.width, height: outline.structure.height)
        let turn = appliesOrientation ? outline.structure.orientation(metadata) : 1
        if !outline.isRAW, format == .jpeg {
            let decoder = try JPEGDecoder(view)
            let colour = decoder.colour.orDeclared(by: metadata)
            let raster = RasterFormat(colours: decoder.hasThreeComponents ? .rgb : .grey)
            if decoder.componentCount < 4, let light = SourceLight(colour, raster.colours) {
                content = .streamed(bytes, raster, light)
                size = stored
                orientation = turn
                return
            }
        }
        content = .file(bytes, request)
        // The decoder applies the orientation.
        size = PictureTurn(orientation: turn).turned(stored)
        orientation = 1
    }

    /// Returns the input with the file decoded, unless libvips decodes it while the graph is rendered.
    package func decoded() throws(MediaError) -> GraphInput {
        guard case .file(let bytes, let request) = content else { return self }
        if let (picture, orientation) = try ImageRenderer.picture(bytes, request), let raster = picture.rasters.first,
            PictureTurn(orientation: orientation).turned(raster.size) == upright,
            let light = SourceLight(picture.colour, raster.colours)
        {
            var input = self
            input.content = .raster(raster, light)
            input.size = raster.size
            input.orientation = orientation
            return input
        }
        guard let picture = try ImageRenderer.render(bytes, request)?.pictures.first else {
            throw ImageProber.unreadable
        }
        var input = self
        input.content = .decoded(picture)
        return input
    }
}
