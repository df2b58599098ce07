/// What a HEIF file's `meta` box says of how one picture is put together, as far as libheif does not tell it: whether it is
/// coded as one or in tiles, and how it is turned.
struct HighEfficiencyItem {
    let isGrid: Bool
    /// EXIF's number for what the container says; an orientation in an EXIF block is none of it.
    let orientation: Int

    /// More properties and pictures than any camera writes are not looked through.
    private static let countLimit = 20_000

    /// - Parameter number: the picture's; nil for the primary one.
    /// - Returns: nil for a picture that is put together in another way, cropped, or not told of plainly.
    init?(_ number: Int?, _ view: ByteView, _ sequence: BoxSequence) {
        guard let meta = sequence.boxes.first(where: { $0.code == "meta" }),
            let bytes = view.part(at: meta.contentOffset, count: meta.contentCount)
        else { return nil }
        let content = ByteView(bytes)
        guard let number = number ?? SharedItemReferences.primaryItem(content) else { return nil }
        switch Self.type(of: number, in: content) {
        case "hvc1": isGrid = false
        case "grid": isGrid = true
        default: return nil
        }
        guard let properties = Self.properties(of: number, in: content),
            let orientation = Self.orientation(properties)
        else { return nil }
        self.orientation = orientation
    }

    private static func type(of number: Int, in meta: ByteView) -> FourCharacterCode? {
        guard let list = SharedItemReferences.box("iinf", in: meta) else { return nil }
        let view = ByteView(list.content)
        var offset = view.byte(at: 0) == 0 ? 6 : 8
        for _ in 0..<countLimit {
            guard let length = view.uint32(at: offset), length >= 12, let version = view.byte(at: offset + 8) else {
                return nil
            }
            let size = version < 3 ? 2 : 4
            if version >= 2, SharedItemReferences.number(view, at: offset + 12, size) == number {
                return view.code(at: offset + 14 + size)
            }
            offset += length
        }
        return nil
    }

    /// The boxes of its properties in the order in which they are applied.
    private static func properties(of number: Int, in meta: ByteView) -> [(FourCharacterCode, ByteView)]? {
        guard let properties = SharedItemReferences.box("iprp", in: meta) else { return nil }
        let all = boxes(in: ByteView(properties.content))
        let tables = all.filter { $0.0 == "ipma" }
        guard let container = all.first(where: { $0.0 == "ipco" })?.1, tables.count == 1,
            let indexes = indexes(of: number, in: tables[0].1)
        else { return nil }
        let boxes = boxes(in: container)
        guard indexes.allSatisfy({ $0 <= boxes.count }) else { return nil }
        return indexes.filter { $0 > 0 }.map { boxes[$0 - 1] }
    }

    private static func boxes(in view: ByteView) -> [(FourCharacterCode, ByteView)] {
        var boxes: [(FourCharacterCode, ByteView)] = []
        var offset = 0
        while boxes.count < countLimit, let length = view.uint32(at: offset), length >= 8,
            let code = view.code(at: offset + 4), let content = view.part(at: offset + 8, count: length - 8)
        {
            boxes.append((code, ByteView(content)))
            offset += length
        }
        return boxes
    }

    /// Which of the container's properties a picture has, counted from 1.
    private static func indexes(of number: Int, in view: ByteView) -> [Int]? {
        guard let version = view.byte(at: 0), let flags = view.byte(at: 3), let count = view.uint32(at: 4) else {
            return nil
        }
        let size = version == 0 ? 2 : 4
        let isWide = flags & 1 != 0
        var offset = 8
        for _ in 0..<min(count, countLimit) {
            guard let item = SharedItemReferences.number(view, at: offset, size),
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

    /// Nil where the picture is cropped.
    private static func orientation(_ properties: [(FourCharacterCode, ByteView)]) -> Int? {
        // Mirrored left to right or not, then turned by quarters to the right.
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
