@_spi(Storage) import Albumen
import Catalog
import Foundation
import Records

/// A library with any number of assets, which are always the same for the same number. It has only rows and no
/// pictures.
struct GeneratedLibrary {
    private static let batch = 10_000

    let library: Library
    let uuids: [String]
    let catalogPath: String

    init(at folder: URL, count: Int) throws {
        library = try Library(at: folder)
        catalogPath = folder.appendingPathComponent("catalog.sqlite").path
        var generator = SplitMix(state: 20_260_101)
        var uuids: [String] = []
        uuids.reserveCapacity(count)
        for start in stride(from: 0, to: count, by: Self.batch) {
            try library.storage.catalog.write(author: "benchmark") { transaction in
                for number in start..<min(start + Self.batch, count) {
                    let asset = Self.asset(&generator)
                    uuids.append(asset.uuid)
                    let identifier = try transaction.insert(asset)
                    try transaction.insert(Self.resource(number, &generator), intoAsset: identifier)
                    try transaction.setMetadata(Self.metadata(number), ofAsset: identifier)
                }
            }
        }
        self.uuids = uuids
    }

    static func asset(_ generator: inout SplitMix) -> AssetRecord {
        let isVideo = generator.next() % 10 == 0
        let date = Double(generator.next() % 630_000_000)
        let uuid = generator.uuid()
        let subtypes = MediaSubtypes(rawValue: [0, 0, 0, 0, 0, 8, 8, 4, 1, 16][Int(generator.next() % 10)])
        var asset = AssetRecord(
            uuid: uuid, mediaType: isVideo ? .video : .image,
            mediaSubtypes: isVideo ? [] : subtypes, playbackStyle: isVideo ? .video : .image,
            pixelWidth: isVideo ? 1_920 : [4_032, 4_032, 4_032, 8_064][Int(generator.next() % 4)],
            pixelHeight: isVideo ? 1_080 : 3_024, duration: isVideo ? Double(generator.next() % 500) : 0,
            creationDate: Date(timeIntervalSinceReferenceDate: date),
            addedDate: Date(timeIntervalSinceReferenceDate: 700_000_000))
        asset.modificationDate = asset.addedDate
        asset.isFavorite = generator.next() % 50 == 0
        asset.isHidden = generator.next() % 100 == 0
        if generator.next() % 2 == 0 {
            // One town for ten days.
            var town = SplitMix(state: UInt64(date / 864_000))
            asset.latitude = Double(town.next() % 160) - 80 + Double(generator.next() % 100) / 1_000
            asset.longitude = Double(town.next() % 360) - 180 + Double(generator.next() % 100) / 1_000
        }
        return asset
    }

    static func resource(_ number: Int, _ generator: inout SplitMix) -> ResourceRecord {
        var bytes: [UInt8] = []
        for _ in 0..<4 { withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) } }
        return ResourceRecord(
            type: .photo, sha256: BlobDigest(bytes: bytes) ?? .zero, fileSize: Int64(generator.next() % 5_000_000),
            originalFilename: "IMG_\(number).JPG",
            uniformTypeIdentifier: "public.jpeg", pixelWidth: 4_032, pixelHeight: 3_024)
    }

    static func metadata(_ number: Int) -> MetadataRecord {
        var metadata = MetadataRecord()
        metadata.cameraMake = "Albumen"
        metadata.cameraModel = "Sample \(number % 7)"
        return metadata
    }
}

/// Reproducible random numbers: Sebastiano Vigna's SplitMix64.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func uuid() -> String {
        let (high, low) = (next(), next())
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * index)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
                byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
                byte(low, 6), byte(low, 7)
            )
        ).uuidString
    }
}
