import AlbumenGraphics
import Foundation
import MediaRequests
import Pixels

/// The pixels and metadata of a file with one image.
struct StillInput {
    enum Content {
        case image(CGImage)
        case source(CGImageSource, Int)
    }

    private(set) var sources: [GraphSource]
    private(set) var size: PixelSize
    private(set) var carriesMetadataOfSource: Int?
    /// The changes of the metadata, with the orientation, or `nil` if there are none.
    private(set) var changes: ImageProperty?
    /// The number of bits of the source's components.
    private var depth = 8
    private var isWide = false

    /// - Parameter options: The client's properties and options.
    init(_ content: Content, _ options: ImageProperty, _ type: DestinationType) throws(MediaError) {
        var properties = options.dictionary ?? [:]
        let ownOrientation = (properties[kCGImagePropertyOrientation] ?? properties["{TIFF}"]?["Orientation"])?.integer
        let longSide = options.longSideLimit
        // HEIF's own properties rotate pictures, and this encoder writes none.
        let mustTurn = type == .heic
        var orientation = ownOrientation ?? 1
        switch content {
        case .image(let image):
            sources = [.pixels(image.bitmap)]
            size = image.bitmap.size
        case .source(let source, let index):
            guard let image = source.properties(at: index), let description = source.description,
                let width = image[kCGImagePropertyPixelWidth]?.integer,
                let height = image[kCGImagePropertyPixelHeight]?.integer
            else { throw MediaError(.notMedia, "The image source has no image with the index \(index).") }
            orientation = ownOrientation ?? image[kCGImagePropertyOrientation]?.integer ?? 1
            depth = image[kCGImagePropertyDepth]?.integer ?? 8
            isWide = image[kCGImagePropertyProfileName]?.text?.contains("P3") ?? false
            let whole = PixelSize(width: width, height: height)
            size = whole
            let file = source.graphSource(appliesOrientation: false)
            if description.images.count == 1, longSide.map({ $0 >= whole.longSide }) ?? true {
                sources = [file]
                carriesMetadataOfSource = 0
            } else {
                let bitmap = try source.render(
                    index, size: longSide.map(RenderRequest.Size.longSide) ?? .full, keepsStoredOrientation: true)
                size = bitmap.size
                sources = [.pixels(bitmap), file]
                carriesMetadataOfSource = index == 0 ? 1 : nil
            }
        }
        if case .image(let image) = content, let longSide, longSide < size.longSide {
            replacePixels(image.bitmap.scaled(to: size.fitting(longSide: longSide)))
        }
        guard (1...8).contains(orientation) else {
            throw MediaError(.unsupported, "An orientation is a number from 1 to 8, not \(orientation).")
        }
        if mustTurn, orientation != 1 {
            try turn(orientation)
            orientation = 1
        }
        properties[kCGImagePropertyOrientation] = .integer(Int64(orientation))
        let isChanged = properties.keys.contains { $0.hasPrefix("{") || $0.hasPrefix("DPI") }
        changes = isChanged || carriesMetadataOfSource != nil || orientation != 1 ? .dictionary(properties) : nil
    }

    private mutating func turn(_ orientation: Int) throws(MediaError) {
        switch sources[0] {
        case .pixels(let bitmap): replacePixels(bitmap.upright(from: orientation))
        case .data(let data, let filename, _):
            sources[0] = .data(data, filename: filename, appliesOrientation: true)
            size = PictureTurn(orientation: orientation).turned(size)
        case .openFile(let file, let filename, _):
            sources[0] = .openFile(file, filename: filename, appliesOrientation: true)
            size = PictureTurn(orientation: orientation).turned(size)
        case .file, .frame: break
        }
    }

    private mutating func replacePixels(_ bitmap: Bitmap) {
        size = bitmap.size
        sources[0] = .pixels(bitmap)
    }

    /// The file to write.
    func file(_ type: DestinationType, _ options: ImageProperty) -> GraphRequest.File {
        let quality = options[kCGImageDestinationLossyCompressionQuality]?.number ?? 0.9
        let (kind, bits): (GraphRequest.FileType, Int) =
            switch type {
            case .jpeg, .gif: (.jpeg, 8)
            case .heic: (.heif, depth > 8 ? 10 : 8)
            case .png: (.png, depth > 8 ? 16 : 8)
            case .tiff: (.tiff, 8)
            }
        return GraphRequest.File(
            kind, quality: min(1, max(0, quality)), colourSpace: isWide ? .displayP3 : .sRGB, bitsPerComponent: bits)
    }
}

extension ImageProperty {
    /// The largest long side of an image that a client wants. Ignores numbers that aren't positive.
    var longSideLimit: Int? {
        self[kCGImageDestinationImageMaxPixelSize]?.integer.flatMap { $0 > 0 ? $0 : nil }
    }
}
