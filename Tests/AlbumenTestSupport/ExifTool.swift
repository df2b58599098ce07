package import Foundation

/// The program exiftool.
package enum ExifTool {
    package static let absence = "exiftool isn't installed. Run script/test-packages."

    private static let program = URL(fileURLWithPath: "/usr/bin/exiftool")

    package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program.path) }

    package static func run(_ arguments: String...) throws -> Data {
        let outcome = try ProgramRun.run(
            program, arguments, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        return outcome.outputData
    }

    /// The groups of tags that a rendering has from its original.
    private static let carriedGroups = ["EXIF", "XMP", "IPTC", "MakerNotes"]

    /// Tags of the orientation, size, thumbnail and coding of pixels, and the name of the program that wrote XMP.
    private static let tagsOfPixels: Set<String> = [
        "Orientation", "ImageWidth", "ImageHeight", "ExifImageWidth", "ExifImageHeight", "RelatedImageWidth",
        "RelatedImageHeight", "ImageLength", "PixelXDimension", "PixelYDimension", "ThumbnailOffset",
        "ThumbnailLength", "ThumbnailImage", "Compression", "BitsPerSample", "PhotometricInterpretation",
        "StripOffsets", "SamplesPerPixel", "RowsPerStrip", "StripByteCounts", "PlanarConfiguration", "Predictor",
        "SubfileType", "TileWidth", "TileLength", "TileOffsets", "TileByteCounts", "SampleFormat", "ExtraSamples",
        "FillOrder", "XMPToolkit", "YCbCrSubSampling", "YCbCrCoefficients", "ReferenceBlackWhite", "JPEGTables",
    ]

    /// Returns the tags of EXIF, XMP, IPTC and maker notes, without those of the orientation, size and thumbnail.
    package static func carriedTags(of file: URL) throws -> [String: String] {
        let output = try run("-json", "-G0:1", "-a", "-n", file.path)
        guard let object = (try JSONSerialization.jsonObject(with: output) as? [[String: Any]])?.first else {
            return [:]
        }
        var tags: [String: String] = [:]
        for (key, value) in object {
            let parts = key.split(separator: ":").map(String.init)
            guard parts.count == 3, carriedGroups.contains(parts[0]), parts[1] != "IFD1",
                !tagsOfPixels.contains(parts[2])
            else { continue }
            tags[key] = "\(value)"
        }
        return tags
    }
}
