import AlbumenTestSupport
import Foundation
import Testing

/// A HEIC whose picture is a grid of tiles, each of one colour, with headers that need not be true.
struct SampleGrid {
    /// As the grid says.
    var rows = 2
    var columns = 2
    var width = 200
    var height = 180
    /// Tiles' colours, from left to right and from the top.
    var colours: [[UInt16]] = [[200, 40, 40], [40, 200, 40], [40, 40, 200], [180, 180, 40]]
    /// Which of the tiles are named by the grid; nil: each once.
    var named: [Int]?
    /// Tiles coded with another size than the others.
    var odd: Set<Int> = []
    /// Tiles of whose data nothing is left.
    var empty: Set<Int> = []

    /// One more item behind the tiles, which refers to others by a reference of this kind: `auxl`, `thmb` or `cdsc`.
    var addition: Addition?

    struct Addition {
        var reference: String
        var targets: [Int]

        var isMetadata: Bool { reference == "cdsc" }
    }

    static let tileSide = 128
    private static let oddSide = 64

    func file() throws -> Data {
        var (descriptions, data): ([[UInt8]], [[UInt8]]) = ([], [])
        for (index, colour) in colours.enumerated() {
            let side = odd.contains(index) ? Self.oddSide : Self.tileSide
            let (description, bytes) = try Self.parts(of: SampleHEIC.picture(width: side, height: side, colour))
            descriptions.append(description)
            data.append(empty.contains(index) ? [UInt8](repeating: 0, count: bytes.count) : bytes)
        }
        let start = SampleMedia.box("ftyp", Array("heic".utf8) + SampleMedia.bigEndian32(0) + Array("mif1heic".utf8))
        // Offsets take the same room whatever they are.
        let length = meta(descriptions, data, offset: 0).count
        let head = start + meta(descriptions, data, offset: start.count + length + 8)
        return Data(head + SampleMedia.box("mdat", data.flatMap { $0 }))
    }

    /// The box of parameter sets, and the coded data.
    static func parts(of file: Data) throws -> ([UInt8], [UInt8]) {
        func content(_ code: String) throws -> [UInt8] {
            let start = try #require(file.firstRange(of: Data(code.utf8))).lowerBound
            let length = file[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
            return Array(file[start + 4..<start - 4 + length])
        }
        return (try SampleMedia.box("hvcC", content("hvcC")), try content("mdat"))
    }

    private func meta(_ descriptions: [[UInt8]], _ data: [[UInt8]], offset: Int) -> [UInt8] {
        let count = data.count
        let grid = [0, 1, UInt8(rows - 1), UInt8(columns - 1)] + Self.size(width, height, SampleMedia.bigEndian32)
        // The grid is item 1, and its tiles are those from 2.
        func entry(_ number: Int, _ type: String) -> [UInt8] {
            SampleMedia.fullBox(
                "infe", version: 2, SampleMedia.bigEndian16(number) + [0, 0] + Array(type.utf8) + [0])
        }
        var entries = entry(1, "grid") + (0..<count).flatMap { entry($0 + 2, "hvc1") }
        if let addition { entries += entry(count + 2, addition.isMetadata ? "Exif" : "hvc1") }
        let tiles = named ?? Array(0..<count)
        func reference(_ kind: String, from source: Int, to targets: [Int]) -> [UInt8] {
            SampleMedia.box(kind, ([source, targets.count] + targets).flatMap(SampleMedia.bigEndian16))
        }
        var references = reference("dimg", from: 1, to: tiles.map { $0 + 2 })
        if let addition { references += reference(addition.reference, from: count + 2, to: addition.targets) }
        let itemCount = SampleMedia.bigEndian16(count + (addition == nil ? 1 : 2))
        var places = SampleMedia.bigEndian16(1) + SampleMedia.bigEndian16(1) + SampleMedia.bigEndian16(0)
        places += SampleMedia.bigEndian16(1) + SampleMedia.bigEndian32(0) + SampleMedia.bigEndian32(grid.count)
        var position = offset
        // The addition has the data of the first tile.
        for (index, bytes) in (data + (addition == nil ? [] : data.prefix(1))).enumerated() {
            if index == count { position = offset }
            places += SampleMedia.bigEndian16(index + 2) + [0, 0, 0, 0] + SampleMedia.bigEndian16(1)
            places += SampleMedia.bigEndian32(position) + SampleMedia.bigEndian32(bytes.count)
            position += bytes.count
        }
        let located = SampleMedia.fullBox("iloc", version: 1, [0x44, 0] + itemCount + places)
        return SampleMedia.fullBox(
            "meta",
            SampleMedia.fullBox(
                "hdlr", SampleMedia.bigEndian32(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
                + SampleMedia.fullBox("pitm", SampleMedia.bigEndian16(1)) + located
                + SampleMedia.fullBox("iinf", itemCount + entries)
                + SampleMedia.fullBox("iref", references) + properties(descriptions)
                + SampleMedia.box("idat", grid))
    }

    private func properties(_ descriptions: [[UInt8]]) -> [UInt8] {
        func extents(_ width: Int, _ height: Int) -> [UInt8] {
            SampleMedia.fullBox("ispe", Self.size(width, height, SampleMedia.bigEndian32))
        }
        var container = extents(width, height)
        var associations = SampleMedia.bigEndian16(1) + [1, 1]
        for (index, description) in descriptions.enumerated() {
            let side = odd.contains(index) ? Self.oddSide : Self.tileSide
            container += extents(side, side) + description
            associations += SampleMedia.bigEndian16(index + 2) + [2, UInt8(2 * index + 2), UInt8(0x80 | 2 * index + 3)]
        }
        var associationCount = descriptions.count + 1
        if let addition, !addition.isMetadata {
            // The size and coding of the first tile, and the type of an auxiliary image.
            container += SampleMedia.fullBox("auxC", Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))
            associations += SampleMedia.bigEndian16(descriptions.count + 2)
            associations += [3, 2, 0x83, UInt8(2 * descriptions.count + 2)]
            associationCount += 1
        }
        return SampleMedia.box(
            "iprp",
            SampleMedia.box("ipco", container)
                + SampleMedia.fullBox("ipma", SampleMedia.bigEndian32(associationCount) + associations))
    }

    private static func size(_ width: Int, _ height: Int, _ bytes: (Int) -> [UInt8]) -> [UInt8] {
        bytes(width) + bytes(height)
    }
}
