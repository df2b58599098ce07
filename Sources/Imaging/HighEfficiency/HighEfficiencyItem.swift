import MediaContainers

/// The properties of a picture in a HEIF file's `meta` box that libheif doesn't report: whether it consists of tiles,
/// and its orientation.
struct HighEfficiencyItem {
    let isGrid: Bool
    /// The orientation that the container declares, as an EXIF number. It doesn't include the orientation in an EXIF
    /// block.
    let orientation: Int

    /// The largest number of properties and items to read, which is more than cameras write. Ignores the rest.
    private static let countLimit = 20_000

    /// - Parameter number: The picture's number, or `nil` for the primary picture.
    /// - Returns: `nil` if the picture is cropped, is derived in another way, or has an unusual description.
    init?(_ number: Int?, _ view: ByteView, _ boxes: FileBoxes) {
        guard let meta = MetaBox(view, boxes), let number = number ?? meta.primaryItem else { return nil }
        switch Self.type(of: number, in: meta) {
        case "hvc1": isGrid = false
        case "grid": isGrid = true
        default: return nil
        }
        guard let properties = Self.properties(of: number, in: meta),
            let orientation = Self.orientation(properties)
        else { return nil }
        self.orientation = orientation
    }

    static func type(of number: Int, in meta: MetaBox) -> FourCharacterCode? {
        guard let list = meta.content(of: "iinf"), let version = list.byte(at: 0) else { return nil }
        for entry in boxes(in: list, from: version == 0 ? 6 : 8) where entry.type == "infe" {
            guard let version = entry.content.byte(at: 0) else { return nil }
            let size = version < 3 ? 2 : 4
            if version >= 2, MetaBox.itemNumber(entry.content, at: 4, size) == number {
                return entry.content.code(at: 6 + size)
            }
        }
        return nil
    }

    /// Returns the largest light level in cd/m² that a picture declares, or `nil` if it declares none.
    ///
    /// - Parameter number: The picture's number, or `nil` for the primary picture.
    static func lightLevel(of number: Int? = nil, _ view: ByteView, _ boxes: FileBoxes) -> Int? {
        guard let meta = MetaBox(view, boxes), let number = number ?? meta.primaryItem else { return nil }
        return properties(of: number, in: meta)?.first { $0.type == "clli" }?.content.uint16(at: 0)
    }

    private typealias Property = (type: FourCharacterCode, content: ByteView)

    /// Returns the properties of a picture in the order in which they apply.
    private static func properties(of number: Int, in meta: MetaBox) -> [Property]? {
        guard let properties = meta.content(of: "iprp") else { return nil }
        let all = boxes(in: properties)
        let tables = all.filter { $0.type == "ipma" }
        guard let container = all.first(where: { $0.type == "ipco" })?.content, tables.count == 1,
            let indexes = indexes(of: number, in: tables[0].content)
        else { return nil }
        let boxes = boxes(in: container)
        guard indexes.allSatisfy({ $0 <= boxes.count }) else { return nil }
        return indexes.filter { $0 > 0 }.map { boxes[$0 - 1] }
    }

    /// Returns the boxes up to the first incomplete one.
    private static func boxes(in view: ByteView, from start: Int = 0) -> [Property] {
        guard start <= view.count else { return [] }
        let boxes = BoxSequence(view, in: start..<view.count, limit: countLimit, acceptsAnyType: true)
        return boxes.prefix { boxes.holdsWhole($0) }.compactMap { box in
            view.part(at: box.content.lowerBound, count: box.content.count).map { (box.type, ByteView($0)) }
        }
    }

    /// Returns the indexes of a picture's properties in the container, counted from 1.
    private static func indexes(of number: Int, in view: ByteView) -> [Int]? {
        guard let version = view.byte(at: 0), let flags = view.byte(at: 3), let count = view.uint32(at: 4) else {
            return nil
        }
        let size = version == 0 ? 2 : 4
        let isWide = flags & 1 != 0
        var offset = 8
        for _ in 0..<min(count, countLimit) {
            guard let item = MetaBox.itemNumber(view, at: offset, size),
                let propertyCount = view.byte(at: offset + size).map(Int.init)
            else { return nil }
            offset += size + 1
            if item == number {
                let indexes = (0..<propertyCount).compactMap { index in
                    isWide
                        ? view.uint16(at: offset + 2 * index).map { $0 & 0x7FFF }
                        : view.byte(at: offset + index).map { Int($0 & 0x7F) }
                }
                return indexes.count == propertyCount ? indexes : nil
            }
            offset += propertyCount * (isWide ? 2 : 1)
        }
        return nil
    }

    /// Returns `nil` if the picture is cropped.
    private static func orientation(_ properties: [Property]) -> Int? {
        // Mirrored horizontally or not, and then rotated clockwise by quarter turns.
        var (isMirrored, quarters) = (false, 0)
        for (code, content) in properties {
            switch code {
            case "irot":
                guard let angle = content.byte(at: 0) else { return nil }
                quarters -= Int(angle & 3)
            case "imir":
                guard let axis = content.byte(at: 0) else { return nil }
                isMirrored.toggle()
                quarters = (axis & 1 == 0 ? 2 : 0) - quarters
            case "clap":
                return nil
            default:
                continue
            }
        }
        return (isMirrored ? [2, 7, 4, 5] : [1, 6, 3, 8])[quarters & 3]
    }
}
