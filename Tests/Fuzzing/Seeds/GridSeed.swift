/// A HEIC of four tiles like a phone's, made from a picture of a tool.
enum GridSeed {
    /// Returns `nil` unless the file contains a single coded picture.
    static func heic(of single: [UInt8]) -> [UInt8]? {
        let pieces = FilePiece.pieces(of: single, .boxes)
        func all(_ type: String) -> [FilePiece] {
            pieces.filter { single[$0.range.lowerBound + 4..<$0.content.lowerBound].elementsEqual(type.utf8) }
        }
        guard all("hvcC").count == 1, let configuration = all("hvcC").first, let size = all("ispe").first,
            let data = all("mdat").first, size.content.count == 12, !data.content.isEmpty
        else { return nil }
        let width = single.number(LengthField(position: size.content.lowerBound + 4, width: 4))
        let height = single.number(LengthField(position: size.content.lowerBound + 8, width: 4))
        let tile = Array(single[data.content])
        let start = ByteWriter.box("ftyp", Array("heic".utf8) + ByteWriter.longs([0]) + Array("mif1heic".utf8))
        func meta(_ dataOffset: Int) -> [UInt8] {
            ByteWriter.fullBox(
                "meta",
                ByteWriter.fullBox(
                    "hdlr", ByteWriter.longs([0]) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
                    + ByteWriter.fullBox("pitm", ByteWriter.shorts([5])) + items
                    + ByteWriter.fullBox("iref", ByteWriter.box("dimg", ByteWriter.shorts([5, 4, 1, 2, 3, 4])))
                    + properties(Array(single[configuration.range]), width, height)
                    + locations(tile.count, dataOffset)
                    + ByteWriter.box("idat", [0, 0, 1, 1] + ByteWriter.shorts([2 * width, 2 * height])))
        }
        let dataOffset = start.count + meta(0).count + 8
        return start + meta(dataOffset) + ByteWriter.box("mdat", tile)
    }

    private static let items = ByteWriter.fullBox(
        "iinf",
        ByteWriter.shorts([5])
            + (1...5).flatMap { item -> [UInt8] in
                ByteWriter.fullBox(
                    "infe", version: 2, flags: item < 5 ? 1 : 0,
                    ByteWriter.shorts([item, 0]) + Array((item < 5 ? "hvc1" : "grid").utf8) + [0])
            })

    private static func properties(_ configuration: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
        let container = ByteWriter.box(
            "ipco",
            configuration + ByteWriter.fullBox("ispe", ByteWriter.longs([width, height]))
                + ByteWriter.fullBox("ispe", ByteWriter.longs([2 * width, 2 * height])))
        let tiles = (1...4).flatMap { item -> [UInt8] in ByteWriter.shorts([item]) + [2, 0x81, 0x02] }
        let associations = ByteWriter.fullBox(
            "ipma", ByteWriter.longs([5]) + tiles + ByteWriter.shorts([5]) + [1, 0x03])
        return ByteWriter.box("iprp", container + associations)
    }

    /// Returns the locations of the tiles, which are all the same bytes, and of the grid in `idat`.
    private static func locations(_ count: Int, _ dataOffset: Int) -> [UInt8] {
        let tiles = (1...4).flatMap { item -> [UInt8] in
            ByteWriter.shorts([item, 0, 0, 1]) + ByteWriter.longs([dataOffset, count])
        }
        let grid = ByteWriter.shorts([5, 1, 0, 1]) + ByteWriter.longs([0, 8])
        return ByteWriter.fullBox("iloc", version: 1, [0x44, 0x00] + ByteWriter.shorts([5]) + tiles + grid)
    }
}
