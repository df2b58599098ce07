import MediaContainers

/// A HEIC or AVIF file with the XMP of its pictures.
struct HighEfficiencyFile<Source: ByteSource> {
    private static var brands: Set<FourCharacterCode> {
        ["avif", "avis", "heic", "heim", "heis", "heix", "hevc", "hevx", "mif1", "mif2", "msf1"]
    }
    private static var typeLimitInBytes: Int { 4_096 }
    private static var boxLimitInBytes: Int { 1 << 20 }
    private static var packetLimit: Int { 4 }
    private static var packetLimitInBytes: Int { 1 << 20 }
    private static var metadataType: String { "application/rdf+xml" }

    private let source: Source
    private let meta: MediaBox

    /// Returns `nil` for other files with boxes, such as movies.
    init?(_ source: Source, _ file: FileBoxes) {
        guard let type = file.boxes.first, type.type == "ftyp", let meta = file.first("meta"), meta.end <= source.count,
            let brands = source.content(of: type, limit: Self.typeLimitInBytes)
        else { return nil }
        let isPicture = brands.withView { view in
            // The version follows the first brand.
            let offsets = [0] + stride(from: 8, to: view.count, by: 4)
            return offsets.compactMap { view.code(at: $0) }.contains(where: Self.brands.contains)
        }
        guard isPicture else { return nil }
        self.source = source
        self.meta = meta
    }

    /// The properties in the XMP of the file's pictures.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the lists of items and of the XMP.
    var properties: MotionPhotoProperties {
        var properties = MotionPhotoProperties()
        let boxes = BoxSequence(source).inside(meta, after: 4)
        guard let information = boxes.first("iinf").flatMap({ source.content(of: $0, limit: Self.boxLimitInBytes) }),
            let places = boxes.first("iloc").flatMap({ source.content(of: $0, limit: Self.boxLimitInBytes) }),
            let locations = places.withView(ItemLocations.init)
        else { return properties }
        let numbers = information.withView { Self.packetNumbers($0) }.prefix(Self.packetLimit)
        let data = boxes.first("idat")?.content.lowerBound
        for number in numbers {
            guard let item = locations.items.first(where: { $0.number == number }), let packet = bytes(of: item, data)
            else { continue }
            properties.merge(MotionPhotoPropertyReader.properties(in: packet))
        }
        return properties
    }

    private func bytes(of item: ItemLocations.Item, _ data: Int?) -> [UInt8]? {
        guard item.reference == 0, item.method == 0 || item.method == 1 && data != nil else { return nil }
        let base = item.base + (item.method == 1 ? data ?? 0 : 0)
        var packet: [UInt8] = []
        for extent in item.extents.prefix(Self.packetLimit) {
            guard extent.length <= Self.packetLimitInBytes - packet.count,
                let bytes = source.bytes(at: base + extent.offset, count: extent.length)
            else { return nil }
            packet += bytes
        }
        return packet
    }

    /// Returns the numbers of the items that are XMP, from the content of `iinf`.
    private static func packetNumbers(_ information: ByteView) -> [Int] {
        guard let version = information.byte(at: 0) else { return [] }
        let start = min(version == 0 ? 6 : 8, information.count)
        let boxes = BoxSequence(information, in: start..<information.count, acceptsAnyType: true)
        return boxes.compactMap { box in
            let place = box.content.lowerBound
            guard box.type == "infe", boxes.holdsWhole(box), let version = information.byte(at: place), version >= 2
            else { return nil }
            let isLong = version > 2
            let type = place + (isLong ? 10 : 8)
            guard information.code(at: type) == "mime",
                let number = isLong ? information.uint32(at: place + 4) : information.uint16(at: place + 4),
                let texts = information.part(at: type + 4, count: max(0, box.end - type - 4))
            else { return nil }
            // A name, and then the media type.
            let fields = texts.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            return fields.count > 1 && fields[1].elementsEqual(metadataType.utf8) ? number : nil
        }
    }
}
