public import AlbumenGraphics
public import Foundation
import ImageIO
import MediaRequests
import MediaWork

extension CIContext {
    /// Encodes the image's extent as a JPEG. Transparent areas become white.
    ///
    /// The file has the image's properties, such as date, camera and location, with its own size. If the image needs an
    /// orientation to be upright, the file has it, too. `omitsProperties` leaves out all other properties.
    ///
    /// - Parameters:
    ///   - colorSpace: sRGB or Display P3. The file contains its profile.
    ///   - options: `kCGImageDestinationLossyCompressionQuality`, otherwise 0.9. From 0.9, colours keep their full
    ///     resolution.
    /// - Returns: `nil` if the extent is empty or infinite, the colour space is another one, a source can't be decoded,
    ///   or there is no worker.
    public func jpegRepresentation(
        of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        file(image, .jpeg, 8, colorSpace, options)
    }

    /// Encodes the image's extent as HEIC with eight bits. Transparent areas become white. Blocks for about a second per
    /// megapixel.
    ///
    /// - Parameters:
    ///   - format: `RGBA8` or another format of eight bits.
    ///   - colorSpace: sRGB or Display P3. The file contains its profile.
    ///   - options: `kCGImageDestinationLossyCompressionQuality`, otherwise 0.9.
    public func heifRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        format.places == nil ? nil : file(image, .heif, 8, colorSpace, options)
    }

    /// Encodes the image's extent as HEIC with ten bits.
    ///
    /// - Throws: An error whose description says why the image can't be rendered.
    public func heif10Representation(
        of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try fileOrError(image, .heif, 10, colorSpace, options)
    }

    /// Encodes the image's extent as a PNG.
    ///
    /// - Parameter format: A format of eight bits, or `RGBA16`.
    public func pngRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        format.bits.flatMap { file(image, .png, $0, colorSpace, options) }
    }

    /// Encodes the image's extent as a TIFF with LZW's lossless compression.
    ///
    /// - Parameter format: A format of eight bits, or `RGBA16`.
    public func tiffRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        format.bits.flatMap { file(image, .tiff, $0, colorSpace, options) }
    }

    /// Writes the file of `jpegRepresentation(of:colorSpace:options:)`. Replaces a file at the URL at once.
    ///
    /// - Throws: An error whose description says why the image can't be rendered, or the error of writing the file.
    public func writeJPEGRepresentation(
        of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try fileOrError(image, .jpeg, 8, colorSpace, options).write(to: url, options: .atomic)
    }

    /// Writes the file of `heifRepresentation(of:format:colorSpace:options:)`.
    public func writeHEIFRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        guard format.places != nil else { throw Self.wrongFormat }
        try fileOrError(image, .heif, 8, colorSpace, options).write(to: url, options: .atomic)
    }

    /// Writes the file of `heif10Representation(of:colorSpace:options:)`.
    public func writeHEIF10Representation(
        of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try fileOrError(image, .heif, 10, colorSpace, options).write(to: url, options: .atomic)
    }

    /// Writes the file of `pngRepresentation(of:format:colorSpace:options:)`.
    public func writePNGRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        guard let bits = format.bits else { throw Self.wrongFormat }
        try fileOrError(image, .png, bits, colorSpace, options).write(to: url, options: .atomic)
    }

    /// Writes the file of `tiffRepresentation(of:format:colorSpace:options:)`.
    public func writeTIFFRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        guard let bits = format.bits else { throw Self.wrongFormat }
        try fileOrError(image, .tiff, bits, colorSpace, options).write(to: url, options: .atomic)
    }

    private func file(
        _ image: CIImage, _ type: GraphRequest.FileType, _ bits: Int, _ space: CGColorSpace,
        _ options: [CIImageRepresentationOption: Any]
    ) -> Data? {
        guard let output = Self.output(type, bits, space, options) else { return nil }
        let omits = Self.omitsProperties(options)
        return WorkerCall.run { pool throws(MediaError) in
            try self.rendering(image, output, omitsProperties: omits, pool)
        }?.file
    }

    private func fileOrError(
        _ image: CIImage, _ type: GraphRequest.FileType, _ bits: Int, _ space: CGColorSpace,
        _ options: [CIImageRepresentationOption: Any]
    ) throws -> Data {
        guard let output = Self.output(type, bits, space, options) else { throw Self.wrongColourSpace }
        let rendering = try rendering(
            image, output, omitsProperties: Self.omitsProperties(options), WorkerPool.shared())
        guard let file = rendering.file else { throw MediaError(.unsupported, "The result isn't a file.") }
        return file
    }

    /// Renders a file with the image's properties.
    private func rendering(
        _ image: CIImage, _ output: GraphRequest.File, omitsProperties: Bool, _ pool: WorkerPool
    ) throws(MediaError) -> GraphRendering {
        var image = image
        // HEIF's own properties rotate pictures, and this encoder writes none.
        if output.type == .heif { image = image.oriented(forExifOrientation: Int32(image.node.orientation)) }
        let (graph, sources, propertySource) = try image.node.graph()
        var changes: [String: ImageProperty] = [:]
        if !omitsProperties, case .values(let values) = image.node.properties { changes = values.dictionary ?? [:] }
        if image.node.orientation != 1 || !changes.isEmpty {
            changes[kCGImagePropertyOrientation] = .integer(Int64(image.node.orientation))
        }
        let request = GraphRequest(
            graph: graph, rectangle: GraphRectangle(of: image.extent), output: .file(output),
            carriesMetadataOfSource: omitsProperties ? nil : propertySource,
            changes: changes.isEmpty ? nil : .dictionary(changes))
        return try render(request, sources, pool)
    }

    private static func omitsProperties(_ options: [CIImageRepresentationOption: Any]) -> Bool {
        (options[.omitsProperties] as? Bool) ?? (options[.omitsProperties] as? NSNumber)?.boolValue ?? false
    }

    private static let wrongFormat = MediaError(.unsupported, "The file can't have this pixel format. Use RGBA8.")
    private static let wrongColourSpace = MediaError(
        .unsupported, "A file can be in sRGB or Display P3. Choose one of these colour spaces.")

    private static func output(
        _ type: GraphRequest.FileType, _ bits: Int, _ space: CGColorSpace,
        _ options: [CIImageRepresentationOption: Any]
    ) -> GraphRequest.File? {
        guard let space = GraphRequest.ColourSpace(file: space) else { return nil }
        let key = CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality)
        let quality = options[key].flatMap(FilterInput.number) ?? 0.9
        return GraphRequest.File(
            type, quality: quality.isNaN ? 0.9 : min(1, max(0, quality)), colourSpace: space, bitsPerComponent: bits)
    }
}

extension CIFormat {
    fileprivate var bits: Int? {
        self == .RGBA16 ? 16 : (places == nil ? nil : 8)
    }
}
