package import Foundation

/// A request to render a part of an image graph.
package struct GraphRequest: Codable, Equatable, Sendable {
    package enum ColourSpace: String, Codable, Sendable {
        case sRGB
        case displayP3
        /// sRGB's primaries in linear light. Only for pixels.
        case linearSRGB
    }

    package enum FileType: String, Codable, Sendable {
        case jpeg, heif, png, tiff
    }

    /// A file to write.
    package struct File: Codable, Equatable, Sendable {
        package var type: FileType
        /// From 0 to 1, for JPEG and HEIF. From 0.9, JPEG keeps the full resolution of colours.
        package var quality: Double
        package var colourSpace: ColourSpace
        /// 8 or 16 for PNG and TIFF, 8 or 10 for HEIF, 8 for JPEG.
        package var bitsPerComponent: Int
        /// Whether JPEG keeps the full resolution of colours (4:4:4) instead of half of it (4:2:0).
        package var keepsFullColourResolution: Bool

        package init(
            _ type: FileType, quality: Double = 0.9, colourSpace: ColourSpace = .sRGB, bitsPerComponent: Int = 8,
            keepsFullColourResolution: Bool? = nil
        ) {
            self.type = type
            self.quality = quality
            self.colourSpace = colourSpace
            self.bitsPerComponent = bitsPerComponent
            self.keepsFullColourResolution = keepsFullColourResolution ?? (quality >= 0.9)
        }
    }

    package enum Output: Codable, Equatable, Sendable {
        /// Eight bits each of red, green, blue and alpha, premultiplied, row by row from the top.
        case pixels(ColourSpace)
        case file(File)
    }

    package var graph: ImageGraph
    /// The part to render. It's extended to whole pixels. The area outside of the image is transparent, and white in a
    /// JPEG.
    package var rectangle: GraphRectangle
    package var output: Output
    /// The source whose metadata the file gets. The orientation becomes 1, unless `changes` contain another.
    package var carriesMetadataOfSource: Int?
    /// The changes of the metadata: an encoded `ImageProperty`, or `nil` if there are none.
    package var changes: Data?

    package init(
        graph: ImageGraph, rectangle: GraphRectangle, output: Output, carriesMetadataOfSource: Int? = nil,
        changes: ImageProperty? = nil
    ) {
        self.graph = graph
        self.rectangle = rectangle
        self.output = output
        self.carriesMetadataOfSource = carriesMetadataOfSource
        self.changes = changes.map { Data($0.encoded) }
    }
}
