import MediaContainers
import MediaRequests

extension MetadataRemoval {
    private static let movieBoxes: Set<FourCharacterCode> = [
        "ftyp", "styp", "mdat", "mfra", "sidx", "ssix", "pdin", "prft", "wide",
    ]
    private static let headerBoxes: Set<FourCharacterCode> = ["mvhd", "iods", "mvex", "rmra", "ctab", "clip", "prfl"]
    private static let trackBoxes: Set<FourCharacterCode> = [
        "tkhd", "edts", "tref", "load", "tapt", "clip", "matt", "kmat", "imap", "txas", "trgr",
    ]
    private static let fragmentBoxes: Set<FourCharacterCode> = ["mfhd", "traf"]
    private static let runBoxes: Set<FourCharacterCode> = [
        "tfhd", "tfdt", "trun", "saiz", "saio", "senc", "sbgp", "sgpd", "subs",
    ]
    private static let tableBoxes: Set<FourCharacterCode> = [
        "stsd", "stts", "ctts", "stss", "stps", "stsc", "stsz", "stz2", "stco", "co64", "sgpd", "sbgp", "sdtp", "cslg",
        "subs", "saiz", "saio", "padb", "stdp", "stsh",
    ]
    private static let xmpIdentifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    /// Describes spherical video.
    private static let sphereIdentifier: [UInt8] = [
        0xFF, 0xCC, 0x82, 0x63, 0xF8, 0x55, 0x4A, 0x93, 0x88, 0x14, 0x58, 0x7A, 0x02, 0x52, 0x1F, 0xDD,
    ]
    static let free = Array("free".utf8)

    /// Removes metadata from a QuickTime, MP4, HEIF or AVIF file. Boxes and tracks that are removed become free space.
    ///
    /// Only known boxes stay, and no bytes between them. With the location, all tracks are removed except pictures,
    /// sound, time codes, and Apple's timed metadata without a place. All bytes of the media data that no remaining
    /// track or item uses become zero.
    mutating func removeFromMovie(_ range: Range<Int>, depth: Int) throws(MediaError) {
        try Self.check(depth)
        let boxes = BoxSequence(file, in: range)
        let top = Array(boxes)
        guard top.allSatisfy(boxes.holdsWhole) else { throw MediaError(.unreadable, "the file is cut short") }
        let isStill = top.first { $0.type == "meta" }.map(hasItems) ?? false
        var samples = KeptSamples(start: range.lowerBound)
        for box in top {
            switch box.type {
            case _ where Self.movieBoxes.contains(box.type): break
            case "free", "skip": try changes.zero(box.content)
            case "moov": try removeFromHeader(boxes.inside(box), depth: depth, &samples)
            case "moof":
                samples.isFragmented = true
                try removeFromChildren(boxes.inside(box), keeping: Self.fragmentBoxes, depth: depth)
                for run in boxes.inside(box) where run.type == "traf" {
                    try removeFromChildren(boxes.inside(box).inside(run), keeping: Self.runBoxes, depth: depth)
                }
            case "meta" where isStill: try removeFromItems(box, in: range, depth: depth, &samples)
            case "meta": try removeFromMeta(boxes.inside(box), box, depth: depth)
            case "mpvd": try removeFromMovie(box.content, depth: depth + 1)
            case "uuid": try removeFromUUID(box)
            default: try blank(box)
            }
        }
        try changes.zero((top.last?.end ?? range.lowerBound)..<range.upperBound)
        if removed.contains(.location) { try removeUnusedSamples(samples, top, isStill: isStill) }
    }

    private mutating func removeUnusedSamples(
        _ samples: KeptSamples, _ top: [MediaBox], isStill: Bool
    ) throws(MediaError) {
        if samples.isFragmented || !samples.hasHeader && !isStill {
            guard !samples.leavesOutTracks else {
                throw MediaError(.unsupported, "its timed metadata can't be removed")
            }
            return
        }
        let used = samples.merged()
        for box in top where box.type == "mdat" {
            var position = box.content.lowerBound
            for range in used where range.overlaps(box.content) {
                if position < range.lowerBound { try changes.zero(position..<range.lowerBound) }
                position = max(position, range.upperBound)
            }
            if position < box.content.upperBound { try changes.zero(position..<box.content.upperBound) }
        }
    }

    mutating func blank(_ box: MediaBox) throws(MediaError) {
        try changes.write(Self.free, at: box.typeOffset)
        try changes.zero(box.content)
    }

    private mutating func removeFromUUID(_ box: MediaBox) throws(MediaError) {
        let identifier = file.part(at: box.content.lowerBound, count: 16).map(Array.init) ?? []
        if identifier == Self.xmpIdentifier {
            try removeOrClearXMP(box.content.dropFirst(16))
        } else if identifier == Self.sphereIdentifier {
            try removeOrClearXMP(box.content.dropFirst(16))
        } else {
            try blank(box)
        }
    }

    /// Removes all boxes except those that are kept, and bytes behind the last one.
    private mutating func removeFromChildren(
        _ boxes: BoxSequence<ByteView>, keeping kept: Set<FourCharacterCode>, depth: Int
    ) throws(MediaError) {
        let all = Array(boxes)
        guard all.allSatisfy(boxes.holdsWhole) else { throw MediaError(.unreadable, "its boxes pass its end") }
        try changes.zero((all.last?.end ?? boxes.range.lowerBound)..<boxes.range.upperBound)
        for box in all where !kept.contains(box.type) {
            switch box.type {
            case "free", "skip": try changes.zero(box.content)
            case "uuid": try removeFromUUID(box)
            case "udta": try removeFromUserData(boxes.inside(box), depth: depth)
            case "meta": try removeFromMeta(boxes.inside(box), box, depth: depth)
            default: try blank(box)
            }
        }
    }

    private mutating func removeFromHeader(
        _ boxes: BoxSequence<ByteView>, depth: Int, _ samples: inout KeptSamples
    ) throws(MediaError) {
        guard boxes.first("cmov") == nil else {
            throw MediaError(.unsupported, "metadata can't be removed from a compressed movie header")
        }
        samples.hasHeader = true
        if boxes.first("mvex") != nil { samples.isFragmented = true }
        try removeFromChildren(boxes, keeping: Self.headerBoxes.union(["trak"]), depth: depth)
        for box in boxes where box.type == "trak" {
            let track = MovieTrack(file, boxes.inside(box))
            guard track.isKept || !removed.contains(.location) else {
                samples.leavesOutTracks = true
                try blank(box)
                continue
            }
            try removeFromChildren(boxes.inside(box), keeping: Self.trackBoxes.union(["mdia"]), depth: depth)
            try removeFromMedia(boxes.inside(box).inside("mdia"), depth: depth)
            if removed.contains(.location), !samples.isFragmented { try samples.add(track) }
        }
    }

    private mutating func removeFromMedia(_ boxes: BoxSequence<ByteView>?, depth: Int) throws(MediaError) {
        guard let boxes else { return }
        try removeFromChildren(boxes, keeping: ["mdhd", "hdlr", "minf", "elng"], depth: depth)
        for box in boxes where box.type == "minf" {
            let inner = boxes.inside(box)
            try removeFromChildren(
                inner, keeping: ["vmhd", "smhd", "nmhd", "sthd", "gmhd", "hmhd", "hdlr", "dinf", "stbl", "gmin"],
                depth: depth)
            if let table = inner.inside("stbl") {
                try removeFromChildren(table, keeping: Self.tableBoxes, depth: depth)
            }
        }
    }

    // MARK: User data

    private static let harmlessTexts: Set<UInt32> = [
        0xA964_6179, 0xA96D_616B, 0xA96D_6F64, 0xA973_7772, 0xA974_6F6F, 0xA965_6E63, 0xA966_6D74, 0xA963_7079,
        0xA961_7574, 0xA941_5254,
    ]
    private static let harmlessData: Set<FourCharacterCode> = [
        "cprt", "auth", "LOOP", "SelO", "AllF", "name", "hnti", "hinf", "tnam", "tagc", "ptv ", "yrrc",
    ]
    /// ©nam, ©des, ©inf, ©key and ©gen.
    private static let captionTexts: Set<UInt32> = [
        0xA96E_616D, 0xA964_6573, 0xA969_6E66, 0xA96B_6579, 0xA967_656E,
    ]
    private static let captionData: Set<FourCharacterCode> = ["titl", "dscp", "kywd", "desc", "ldes", "gnre"]
    /// ©xyz and its 3GPP form.
    private static let placeData: Set<UInt32> = [0xA978_797A, 0x6C6F_6369]

    private mutating func removeFromUserData(_ boxes: BoxSequence<ByteView>, depth: Int) throws(MediaError) {
        let boxes = BoxSequence(file, in: boxes.range, acceptsAnyType: true)
        let all = boxes.filter(boxes.holdsWhole)
        // Four zeros end the list, and nobody reads other bytes.
        try changes.zero((all.last?.end ?? boxes.range.lowerBound)..<boxes.range.upperBound)
        for box in all {
            let code = box.type.rawValue
            let isCaption = Self.captionTexts.contains(code) || Self.captionData.contains(box.type)
            if Self.harmlessTexts.contains(code) || Self.harmlessData.contains(box.type)
                || isCaption && !removed.contains(.captions)
                || Self.placeData.contains(code) && !removed.contains(.location)
            {
                continue
            }
            switch box.type {
            case "free", "skip": try changes.zero(box.content)
            case "meta": try removeFromMeta(boxes.inside(box), box, depth: depth)
            case "XMP_": try removeOrClearXMP(box.content)
            case "uuid": try removeFromUUID(box)
            default: try blank(box)
            }
        }
    }

    // MARK: Keys and values

    /// Removes values from the metadata of QuickTime or iTunes. Metadata of other kinds become free space.
    private mutating func removeFromMeta(
        _ boxes: BoxSequence<ByteView>, _ box: MediaBox, depth: Int
    ) throws(MediaError) {
        // In MP4, a version precedes the boxes. In QuickTime it doesn't.
        let isQuickTime = file.code(at: box.content.lowerBound + 4) == "hdlr"
        let inner =
            isQuickTime
            ? boxes
            : boxes.inside(
                MediaBox(type: box.type, offset: box.offset, content: box.content.dropFirst(4)))
        guard let handler = inner.first("hdlr"), inner.allSatisfy(inner.holdsWhole) else { return try blank(box) }
        let kind = file.code(at: handler.content.lowerBound + 8)
        guard kind == "mdta" || kind == "mdir" else { return try blank(box) }
        let keys = inner.first("keys").map { MetadataKeys.names(in: ByteView(slice($0.content))) } ?? []
        let all = Array(inner)
        try changes.zero((all.last?.end ?? inner.range.lowerBound)..<inner.range.upperBound)
        for child in all {
            switch child.type {
            case "hdlr", "keys", "ctry", "lang": break
            case "ilst": try removeFromItemList(inner.inside(child), child, keys: keys, depth: depth)
            case "free", "skip": try changes.zero(child.content)
            default: try blank(child)
            }
        }
    }

    private mutating func removeFromItemList(
        _ items: BoxSequence<ByteView>, _ list: MediaBox, keys: [String], depth: Int
    ) throws(MediaError) {
        let items = BoxSequence(file, in: items.range, acceptsAnyType: true)
        let first = changes.all.count
        let all = Array(items)
        guard all.allSatisfy(items.holdsWhole) else { return try blank(list) }
        try changes.zero((all.last?.end ?? items.range.lowerBound)..<items.range.upperBound)
        var kept: [UInt8] = []
        var isChanged = false
        for item in all {
            let inner = items.inside(item)
            guard !isRemoved(item, inner, keys: keys), try removeFromPictures(inner, depth: depth) else {
                isChanged = true
                continue
            }
            kept += changes.current(item.offset..<item.end, since: first)
        }
        guard isChanged else { return }
        // The list shrinks, and free space follows it.
        let size = 8 + kept.count
        let freeSize = list.end - list.offset - size
        guard list.content.lowerBound == list.offset + 8, freeSize >= 8 else { return try blank(list) }
        let bytes =
            Self.bigEndian(size) + Array("ilst".utf8) + kept + Self.bigEndian(freeSize) + Self.free
            + [UInt8](repeating: 0, count: freeSize - 8)
        try changes.write(bytes, at: list.offset)
    }

    private static let jpegKind = 13
    private static let pngKind = 14
    private static let bitmapKind = 27

    /// Removes metadata from the pictures of an item, such as an album's cover.
    ///
    /// - Returns: `false` if the item is removed as a whole, because a picture can't be read.
    private mutating func removeFromPictures(
        _ boxes: BoxSequence<ByteView>, depth: Int
    ) throws(MediaError) -> Bool {
        for box in boxes where box.type == "data" {
            let picture = box.content.dropFirst(8)
            let kind = file.uint32(at: box.content.lowerBound)
            let first = changes.all.count
            do throws(MediaError) {
                // The kinds of some writers are wrong.
                if file.uint16(at: picture.lowerBound) == 0xFFD8 {
                    let end = try removeFromJPEG(picture, depth: depth + 1)
                    try changes.zero(end..<picture.upperBound)
                } else if file.uint32(at: picture.lowerBound) == 0x8950_4E47 {
                    try removeFromPNG(picture, depth: depth + 1)
                } else if kind == Self.jpegKind || kind == Self.pngKind || kind == Self.bitmapKind
                    || picture.count > Self.valueLimit
                {
                    return false
                }
            } catch {
                guard error.code == .unreadable else { throw error }
                changes.drop(since: first)
                return false
            }
        }
        return true
    }

    /// Longer values aren't texts.
    private static let valueLimit = 16_384

    private func isRemoved(_ item: MediaBox, _ inner: BoxSequence<ByteView>, keys: [String]) -> Bool {
        let code = item.type.rawValue
        let data = inner.first("data").flatMap { file.part(at: $0.content.lowerBound + 8, count: $0.content.count - 8) }
        if removed.contains(.location), data.map(Self.isPlace) ?? false { return true }
        if keys.indices.contains(Int(code) - 1) {
            let key = keys[Int(code) - 1]
            return removed.includes(key: key) || !RemovedMetadata.isKnown(key: key)
        }
        if item.type == "----" {
            let name = inner.first("name").flatMap {
                file.part(at: $0.content.lowerBound + 4, count: $0.content.count - 4)
            }
            return name.map { !RemovedMetadata.isKnown(key: String(decoding: $0, as: UTF8.self)) } ?? true
        }
        if Self.captionTexts.contains(code) || Self.captionData.contains(item.type) {
            return removed.contains(.captions)
        }
        if Self.placeData.contains(code) { return removed.contains(.location) }
        return !Self.harmlessTexts.contains(code) && !Self.harmlessItems.contains(item.type)
            && !Self.musicTexts.contains(code)
    }

    /// The items of iTunes that are neither places nor captions.
    private static let harmlessItems: Set<FourCharacterCode> = [
        "covr", "cprt", "aART", "trkn", "disk", "tmpo", "cpil", "pgap", "stik", "hdvd", "rtng", "pcst", "purd", "sonm",
        "soar", "soaa", "soal", "tvsh", "tven", "tvsn", "tves", "tvnn", "shwm", "auth", "perf",
    ]
    /// ©alb, ©wrt and ©grp.
    private static let musicTexts: Set<UInt32> = [0xA961_6C62, 0xA977_7274, 0xA967_7270]

    /// Whether a text is a place in the form of ISO 6709, such as `+38.7223-009.1393+010.000/`.
    private static func isPlace(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count < 100 else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.prefixMatch(of: /[+\-][0-9]{2,6}(\.[0-9]+)?[+\-][0-9]{3,7}(\.[0-9]+)?/) != nil
    }

    static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
    }
}
