import Foundation

/// Files of formats that no available tool writes.
enum HandmadeSeeds {
    private static let width = 64
    private static let height = 48

    static func seeds(of loader: Loader, made: [Corpus.Seed]) -> [Corpus.Seed] {
        switch loader.name {
        case "psd":
            [
                Corpus.Seed(name: "raw.psd", bytes: photoshop(isPacked: false)),
                Corpus.Seed(name: "packed.psd", bytes: photoshop(isPacked: true)),
            ]
        case "raw":
            [
                Corpus.Seed(name: "mosaic.dng", bytes: digitalNegative(depth: 16)),
                Corpus.Seed(name: "shallow.dng", bytes: digitalNegative(depth: 8)),
            ]
        case "jpeg":
            made.prefix(1).map { Corpus.Seed(name: "gain-map.jpg", bytes: GainMapSeed.jpeg(of: $0.bytes)) }
        case "heic":
            made.compactMap { GridSeed.heic(of: $0.bytes) }.prefix(1).map { Corpus.Seed(name: "grid.heic", bytes: $0) }
        case "property-list": propertyLists
        default: []
        }
    }

    /// An edit's adjustment data in both formats.
    private static var propertyLists: [Corpus.Seed] {
        let values: [String: Any] = [
            "adjustmentFormatIdentifier": "org.albumen.adjustments", "adjustmentData": Data(repeating: 7, count: 64),
            "adjustmentTimestamp": Date(timeIntervalSinceReferenceDate: 700_000_000),
            "adjustmentRenderTypes": 0, "nested": [["a": 1.5, "b": true], ["ü", "long".uppercased()]] as [Any],
        ]
        let formats: [(String, PropertyListSerialization.PropertyListFormat)] = [("binary", .binary), ("xml", .xml)]
        return formats.compactMap { name, format in
            (try? PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)).map {
                Corpus.Seed(name: "\(name).plist", bytes: Array($0))
            }
        }
    }

    private static func sample(_ x: Int, _ y: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: x * 4 ^ y * 5)
    }

    private static func photoshop(isPacked: Bool) -> [UInt8] {
        var file = ByteWriter()
        file.text("8BPS")
        file.bytes +=
            ByteWriter.shorts([1, 0, 0, 0, 3]) + ByteWriter.longs([height, width]) + ByteWriter.shorts([8, 3])
        // No palette, one resource without a name, no layers.
        let resource = Array("8BIM".utf8) + ByteWriter.shorts([0x03ED, 0]) + ByteWriter.longs([16]) + [0, 72]
        file.bytes += ByteWriter.longs([0, 28]) + resource + [UInt8](repeating: 0, count: 14) + ByteWriter.longs([0])
        file.big(isPacked ? 1 : 0, 2)
        let rows = (0..<3 * height).map { row in (0..<width).map { sample($0, row) } }
        if isPacked {
            let packed = rows.map { [UInt8(width - 1)] + $0 }
            file.bytes += ByteWriter.shorts(packed.map(\.count)) + packed.flatMap { $0 }
        } else {
            file.bytes += rows.flatMap { $0 }
        }
        return file.bytes
    }

    /// A simple DNG of a sensor's picture.
    private static func digitalNegative(depth: Int) -> [UInt8] {
        let samples = (0..<height).flatMap { y in (0..<width).map { x in Int(sample(x, y)) } }
        let strip = depth == 8 ? samples.map { UInt8($0) } : ByteWriter.shorts(samples.map { $0 << 6 })
        return TIFFWriter.file([
            (254, .longs([0])), (256, .longs([width])), (257, .longs([height])), (258, .shorts([depth])),
            (259, .shorts([1])), (262, .shorts([32803])), (271, .text("Albumen")), (272, .text("Sample 1")),
            (273, .offset(strip)), (274, .shorts([1])), (277, .shorts([1])), (278, .longs([height])),
            (279, .longs([strip.count])), (284, .shorts([1])), (33421, .shorts([2, 2])),
            (33422, .bytes([0, 1, 1, 2])), (50706, .bytes([1, 4, 0, 0])), (50707, .bytes([1, 1, 0, 0])),
            (50708, .text("Albumen Sample 1")), (50714, .shorts([0])), (50717, .shorts([depth == 8 ? 255 : 16383])),
            (
                50721,
                .signedRationals([
                    (9, 10), (-3, 10), (-1, 10), (-4, 10), (12, 10), (2, 10), (-1, 10), (2, 10), (6, 10),
                ])
            ),
            (50728, .rationals([(6, 10), (1, 1), (7, 10)])), (50778, .shorts([21])),
        ])
    }
}
