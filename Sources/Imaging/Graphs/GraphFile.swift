import CVipsBridge
import Foundation
import MediaRequests
import Pixels

/// Encodes a graph's result as a file.
struct GraphFile {
    private let file: GraphRequest.File
    private let size: PixelSize
    private let metadata: Metadata?

    /// The metadata of a file.
    struct Metadata {
        /// The file that the metadata comes from, or `nil` if it's new.
        var original: UnsafeRawBufferPointer?
        var changes: ImageProperty?
    }

    init(_ file: GraphRequest.File, size: PixelSize, metadata: Metadata? = nil) {
        self.file = file
        self.size = size
        self.metadata = metadata
    }

    func encode(_ light: GraphPipeline.Image, _ pipeline: GraphPipeline) throws(MediaError) -> Data {
        try encode(samples: try samples(light, pipeline), pipeline)
    }

    /// Encodes samples that are in the file's colour space.
    func encode(samples: GraphPipeline.Image, _ pipeline: GraphPipeline) throws(MediaError) -> Data {
        let profile = try OutputProfile.bytes(file.colourSpace)
        let blocks = blocks
        switch file.type {
        case .jpeg:
            let jpeg = JPEGProfile.insert(profile, into: try save(samples, ALBUMEN_FILE_JPEG, [], pipeline))
            return try blocks.map { (blocks) throws(MediaError) in try CarriedMetadata.jpeg(jpeg, with: blocks) }
                ?? jpeg
        case .png:
            let png = try save(samples, ALBUMEN_FILE_PNG, profile, pipeline)
            guard let blocks else { return png }
            return try CarriedMetadata.png(
                png, with: blocks, textsOf: metadata?.original, metadata?.changes?["{PNG}"])
        case .tiff:
            let tiff = try save(samples, ALBUMEN_FILE_TIFF, profile, pipeline)
            guard let blocks else { return tiff }
            return try CarriedMetadata.tiff(tiff, with: blocks)
        case .heif:
            return try HighEfficiencyEncoder(
                file, size: size, profile: profile, metadata: blocks ?? MetadataBlocks()
            ).encode(samples, pipeline)
        }
    }

    /// More EXIF has a file other than a JPEG rarely.
    private static let exifLimitInBytes = 8 << 20

    /// The metadata for the file, or `nil` if it gets none.
    private var blocks: MetadataBlocks? {
        guard let metadata else { return nil }
        let limit = file.type == .jpeg ? ExifBlock.limitInBytes : Self.exifLimitInBytes
        let blocks = metadata.original.map { MetadataBlocks(of: $0, exifLimit: limit) } ?? MetadataBlocks()
        // HEIF's own properties rotate a picture.
        let orientation = file.type == .heif ? 1 : metadata.changes?["Orientation"]?.integer ?? 1
        let size = CarriedSize(
            width: size.width, height: size.height, orientation: (1...8).contains(orientation) ? orientation : 1)
        return blocks.carried(size, metadata.changes)
    }

    private func samples(
        _ light: GraphPipeline.Image, _ pipeline: GraphPipeline
    ) throws(MediaError) -> GraphPipeline.Image {
        let isOpaque = file.type == .jpeg || file.type == .heif
        return try GraphEncoding(
            bands: isOpaque ? 3 : 4, bits: file.bitsPerComponent, isStraight: true, file.colourSpace
        )
        .encode(light, pipeline)
    }

    private func save(
        _ image: GraphPipeline.Image, _ kind: albumen_file_kind, _ profile: [UInt8], _ pipeline: GraphPipeline
    ) throws(MediaError) -> Data {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let quality = Int32(max(1, (file.quality * 100).rounded()))
        let isGood = albumen_pipeline_file(
            pipeline.handle, image, kind, quality, file.keepsFullColourResolution ? 1 : 0, profile, profile.count,
            &bytes, &count)
        guard isGood != 0, let bytes else { throw pipeline.failure() }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .custom { memory, _ in albumen_vips_free(memory) })
    }
}

/// The colour profile of a JPEG.
enum JPEGProfile {
    private static let partLimitInBytes = 65_519
    private static let mark = Array("ICC_PROFILE\0".utf8)

    /// Inserts a profile at the start of a JPEG, after the segment of JFIF if there is one.
    static func insert(_ profile: [UInt8], into jpeg: Data) -> Data {
        guard jpeg.count > 20 else { return jpeg }
        let hasHeader = jpeg[2] == 0xFF && jpeg[3] == 0xE0
        let start = hasHeader ? 4 + Int(jpeg[4]) << 8 + Int(jpeg[5]) : 2
        let parts = (profile.count + partLimitInBytes - 1) / partLimitInBytes
        var result = Data(capacity: jpeg.count + profile.count + parts * 18)
        result.append(jpeg[0..<start])
        for part in 0..<parts {
            let bytes = profile[part * partLimitInBytes..<min(profile.count, (part + 1) * partLimitInBytes)]
            let length = bytes.count + mark.count + 4
            result.append(contentsOf: [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)])
            result.append(contentsOf: mark)
            result.append(contentsOf: [UInt8(part + 1), UInt8(parts)])
            result.append(contentsOf: bytes)
        }
        result.append(jpeg[start...])
        return result
    }
}
