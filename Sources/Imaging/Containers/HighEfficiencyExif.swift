import Foundation
import MediaContainers

/// Replaces the EXIF of a HEIF file's primary picture.
///
/// The new EXIF follows the file's other boxes. If the file had none, its `meta` box grows, and the bytes behind it
/// move. Pictures and all other items stay as they are.
enum HighEfficiencyExif {
    private static let boxLimit = 20_000

    /// - Parameter exif: The EXIF, starting at its TIFF header.
    /// - Returns: `nil` if the file isn't whole, or if its structure is one that can't be changed.
    static func replacing(in view: ByteView, with exif: [UInt8]) -> Data? {
        let boxes = FileBoxes(view)
        guard !boxes.isCutShort, !boxes.isOpenEnded, boxes.declaredEnd == view.count, let meta = MetaBox(view, boxes),
            let version = meta.content.part(at: 0, count: 4), let places = meta.content(of: "iloc"),
            var locations = ItemLocations(places), let information = meta.content(of: "iinf"),
            let primary = meta.primaryItem, var items = ItemInformation(information)
        else { return nil }
        let known = items.exifItems.first
        guard let item = known ?? items.addExif() else { return nil }
        // Four bytes count the bytes before the TIFF header.
        let content = [0, 0, 0, 6] + Array("Exif\0\0".utf8) + exif
        locations.place(item, at: 0, length: content.count)
        var children: [(type: FourCharacterCode, bytes: [UInt8])] = []
        for box in BoxSequence(
            meta.content, in: 4..<meta.content.count, limit: boxLimit, acceptsAnyType: true)
        {
            guard let bytes = meta.content.part(at: box.offset, count: box.end - box.offset) else { return nil }
            children.append((box.type, Array(bytes)))
        }
        func replace(_ type: FourCharacterCode, with content: [UInt8]) {
            let box = Self.box(type, content)
            if let index = children.firstIndex(where: { $0.type == type }) {
                children[index].bytes = box
            } else {
                children.append((type, box))
            }
        }
        if known == nil {
            guard let references = references(of: meta, adding: item, to: primary) else { return nil }
            replace("iinf", with: items.bytes)
            replace("iref", with: references)
        }
        guard let draft = locations.bytes else { return nil }
        replace("iloc", with: draft)
        let size = 8 + 4 + children.reduce(0) { $0 + $1.bytes.count }
        let distance = size - (meta.header.end - meta.header.offset)
        // The tables of a sequence contain positions, too.
        guard distance == 0 || boxes.first("moov") == nil else { return nil }
        locations.move(from: meta.header.end, by: distance)
        locations.place(item, at: view.count + distance + 8, length: content.count)
        guard let final = locations.bytes, final.count == draft.count else { return nil }
        replace("iloc", with: final)
        var file = Data(capacity: view.count + distance + content.count + 8)
        file.append(contentsOf: view.bytes[..<meta.header.offset])
        file.append(contentsOf: box("meta", Array(version) + children.flatMap { $0.bytes }))
        file.append(contentsOf: view.bytes[meta.header.end...])
        file.append(contentsOf: box("mdat", content))
        return file
    }

    /// Returns the content of `iref` with the entry that the EXIF describes the primary picture.
    private static func references(of meta: MetaBox, adding item: Int, to primary: Int) -> [UInt8]? {
        let old = meta.content(of: "iref").map { Array($0.bytes) } ?? [0, 0, 0, 0]
        let size = old.first == 0 ? 2 : 4
        guard old.count >= 4, max(item, primary) < 1 << (8 * size) else { return nil }
        let entry =
            ItemLocations.bytes(item, size) + ItemLocations.bytes(1, 2) + ItemLocations.bytes(primary, size)
        return old + box("cdsc", entry)
    }

    private static func box(_ type: FourCharacterCode, _ content: [UInt8]) -> [UInt8] {
        ItemLocations.bytes(content.count + 8, 4) + ItemLocations.bytes(Int(type.rawValue), 4) + content
    }
}

/// The `iinf` box of a HEIF file: the kinds of its items.
private struct ItemInformation {
    private(set) var bytes: [UInt8]
    private var numbers: [Int] = []
    private(set) var exifItems: [Int] = []
    private let countSize: Int

    init?(_ content: ByteView) {
        guard let version = content.byte(at: 0) else { return nil }
        countSize = version == 0 ? 2 : 4
        bytes = Array(content.bytes)
        let start = 4 + countSize
        guard content.count >= start else { return nil }
        for box in BoxSequence(content, in: start..<content.count, limit: .max, acceptsAnyType: true) {
            let place = box.content.lowerBound
            guard box.type == "infe", let version = content.byte(at: place), version >= 2 else { continue }
            let size = version == 2 ? 2 : 4
            guard let number = MetaBox.itemNumber(content, at: place + 4, size) else { return nil }
            numbers.append(number)
            if content.code(at: place + 4 + size + 2) == "Exif" { exifItems.append(number) }
        }
    }

    /// Adds an item for EXIF, and returns its number. Returns `nil` if there is no free number.
    mutating func addExif() -> Int? {
        let number = (numbers.max() ?? 0) + 1
        let count = (ByteOrderedNumber.read(bytes, at: 4, width: countSize, .big) ?? 0) + 1
        guard number < 1 << 16, count < 1 << (8 * countSize) else { return nil }
        // Version 2, flag 1: the item isn't shown. No protection, the type, and an empty name.
        let content = [2, 0, 0, 1] + ItemLocations.bytes(number, 2) + [0, 0] + Array("Exif\0".utf8)
        bytes.replaceSubrange(4..<4 + countSize, with: ItemLocations.bytes(count, countSize))
        bytes += ItemLocations.bytes(content.count + 8, 4) + Array("infe".utf8) + content
        return number
    }
}
