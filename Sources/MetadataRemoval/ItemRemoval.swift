import MediaContainers
import MediaRequests

extension MetadataRemoval {
    private static let pictureItems: Set<FourCharacterCode> = [
        "hvc1", "hvc2", "hev1", "av01", "avc1", "vvc1", "j2k1", "unci", "grid", "iovl", "iden", "tmap", "lhv1", "mski",
    ]

    private static let itemBoxes: Set<FourCharacterCode> = [
        "hdlr", "pitm", "iloc", "iinf", "iprp", "iref", "idat", "grpl", "dinf", "ipro",
    ]
    private static let properties: Set<FourCharacterCode> = [
        "ispe", "pixi", "colr", "hvcC", "av1C", "avcC", "vvcC", "lhvC", "j2kH", "jpgC", "evcC", "irot", "imir", "clap",
        "pasp", "auxC", "clli", "mdcv", "cclv", "amve", "ndwt", "lsel", "layr", "oinf", "tols", "a1op", "a1lx", "rloc",
        "rref", "iscl", "reve", "mskC", "cmpd", "uncC", "cmpC", "icef", "cpat", "splz", "sbpm", "hvc1", "prfr", "subs",
        "udes", "altt", "crtt", "mdft", "itai", "elng", "free",
    ]

    /// Whether the `meta` box is that of HEIF or AVIF.
    func hasItems(_ box: MediaBox) -> Bool {
        BoxSequence(file, in: box.content.dropFirst(4)).contains { $0.type == "iinf" }
    }

    /// Removes metadata from the items of a HEIF or AVIF file in place.
    mutating func removeFromItems(
        _ meta: MediaBox, in range: Range<Int>, depth: Int, _ samples: inout KeptSamples
    ) throws(MediaError) {
        let boxes = BoxSequence(file, in: meta.content.dropFirst(4))
        guard let information = boxes.first("iinf"), let places = boxes.first("iloc") else {
            throw MediaError(.unreadable, "its items can't be found")
        }
        let data = boxes.first("idat").map(\.content)
        let items = try items(boxes.inside(information), information)
        let locations = try locations(places, start: range.lowerBound, data: data)
        for ranges in locations.values { samples.add(ranges) }
        for (number, kind) in items {
            switch kind {
            case .picture: break
            case .exif: try removeFromExifItem(locations[number] ?? [])
            case .xmp where locations[number]?.count == 1:
                if let range = locations[number]?.first { try removeOrClearXMP(range) }
            case .jpeg where locations[number]?.count == 1:
                if let range = locations[number]?.first { try removeFromInnerJPEG(range, depth: depth + 1) }
            case .xmp, .jpeg, .other:
                guard let ranges = locations[number] else {
                    throw MediaError(.unsupported, "its metadata are stored in a way that can't be changed")
                }
                for range in ranges { try changes.zero(range) }
            }
        }
        let all = Array(boxes)
        guard all.allSatisfy(boxes.holdsWhole) else { throw MediaError(.unreadable, "its boxes pass its end") }
        for box in all where !Self.itemBoxes.contains(box.type) { try blank(box) }
        try changes.zero((all.last?.end ?? boxes.range.lowerBound)..<boxes.range.upperBound)
        try removeProperties(boxes)
        if removed.contains(.captions) { try removeDescriptions(boxes) }
    }

    private enum ItemKind {
        case picture, exif, xmp, jpeg, other
    }

    private func items(
        _ boxes: BoxSequence<ByteView>, _ box: MediaBox
    ) throws(MediaError) -> [(number: Int, kind: ItemKind)] {
        let version = file.byte(at: box.content.lowerBound) ?? 0
        let entries = BoxSequence(file, in: box.content.dropFirst(version == 0 ? 6 : 8), limit: 100_000)
        var items: [(Int, ItemKind)] = []
        for entry in entries where entry.type == "infe" {
            let start = entry.content.lowerBound
            let isLong = file.byte(at: start) == 3
            guard let version = file.byte(at: start), version >= 2,
                let number = isLong ? file.uint32(at: start + 4) : file.uint16(at: start + 4),
                let type = file.code(at: start + (isLong ? 10 : 8))
            else { throw MediaError(.unsupported, "its items are of an unknown version") }
            let name = entry.content.dropFirst(isLong ? 14 : 12)
            items.append((number, kind(of: type, name: name)))
        }
        return items
    }

    private func kind(of type: FourCharacterCode, name: Range<Int>) -> ItemKind {
        switch type {
        case "Exif": return .exif
        case "jpeg": return .jpeg
        case "mime":
            // The content type follows the name.
            let parts = slice(name).split(separator: 0, omittingEmptySubsequences: false)
            return parts.count > 1 && parts[1].elementsEqual("application/rdf+xml".utf8) ? .xmp : .other
        default: return Self.pictureItems.contains(type) ? .picture : .other
        }
    }

    /// The item starts with the distance to the TIFF header.
    private mutating func removeFromExifItem(_ ranges: [Range<Int>]) throws(MediaError) {
        guard ranges.count == 1, let range = ranges.first, let skipped = file.uint32(at: range.lowerBound),
            4 + skipped < range.count
        else {
            for range in ranges { try changes.zero(range) }
            return
        }
        if try !removeFromExif(range.dropFirst(4 + skipped)) { try changes.zero(range) }
    }

    /// Returns the parts of each item in the file. Leaves out items that are parts of other items.
    private func locations(
        _ box: MediaBox, start: Int, data: Range<Int>?
    ) throws(MediaError) -> [Int: [Range<Int>]] {
        let damaged = MediaError(.unreadable, "the places of its items are damaged")
        guard let table = ItemLocations(ByteView(slice(box.content))) else { throw damaged }
        var locations: [Int: [Range<Int>]] = [:]
        for item in table.items where item.method < 2 {
            let origin = item.method == 1 ? data?.lowerBound ?? 0 : start
            let end = item.method == 1 ? data?.upperBound ?? 0 : file.count
            var ranges: [Range<Int>] = []
            for extent in item.extents {
                // A length of 0 means the rest.
                let first = origin + item.base + extent.offset
                guard first <= end, extent.length <= end - first else { throw damaged }
                ranges.append(first..<(extent.length == 0 ? end : first + extent.length))
            }
            locations[item.number] = ranges
        }
        return locations
    }

    /// Removes properties without a known meaning. Their numbers stay.
    private mutating func removeProperties(_ boxes: BoxSequence<ByteView>) throws(MediaError) {
        guard let properties = boxes.inside("iprp")?.inside("ipco") else { return }
        let all = Array(properties)
        guard all.allSatisfy(properties.holdsWhole) else {
            throw MediaError(.unreadable, "its properties pass its end")
        }
        for box in all where box.type == "free" || !Self.properties.contains(box.type) { try blank(box) }
        try changes.zero((all.last?.end ?? properties.range.lowerBound)..<properties.range.upperBound)
    }

    /// The names, descriptions and tags that a user gave to items.
    private mutating func removeDescriptions(_ boxes: BoxSequence<ByteView>) throws(MediaError) {
        guard let properties = boxes.inside("iprp")?.inside("ipco") else { return }
        for box in properties where box.type == "udes" { try changes.zero(box.content.dropFirst(4)) }
    }
}
