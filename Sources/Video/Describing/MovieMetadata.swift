import Foundation
import MediaContainers
import MediaRequests

/// The metadata of an ISO or QuickTime movie, with its keys and types. libavformat only reports texts.
struct MovieMetadata {
    typealias Entry = MovieDescription.MetadataEntry

    private static let boxLimit = 1024
    private static let trackLimit = 64
    /// The size limit of a text or number. Data can be as large as all metadata.
    private static let keyLimitInBytes = 1024

    private(set) var entries: [Entry] = []
    private var bytesLeft = MovieDescription.metadataLimitInBytes

    init(_ movie: BoxSequence<DescriptorSource>) {
        read(movie, track: nil)
        for box in movie.lazy.filter({ $0.type == "trak" }).prefix(Self.trackLimit) {
            let track = movie.inside(box, limit: Self.boxLimit)
            guard let header = track.first("tkhd").map({ track.content(of: $0, limit: 24) }),
                let identifier = header.uint32(header.isLong ? 20 : 12).flatMap(Int32.init(exactly:))
            else { continue }
            read(track, track: identifier)
        }
    }

    /// Reads the metadata and the user data of the movie or of a track.
    private mutating func read(_ boxes: BoxSequence<DescriptorSource>, track: Int32?) {
        if let meta = Self.meta(in: boxes) { read(meta: meta, track: track) }
        guard let userData = boxes.inside("udta", limit: Self.boxLimit) else { return }
        if let meta = Self.meta(in: userData) { read(meta: meta, track: track) }
        for box in userData where box.type != "meta" { read(userData: box, userData, track: track) }
    }

    /// Returns the boxes in a `meta` box, which starts with a version in ISO's files but not in QuickTime's.
    private static func meta(in boxes: BoxSequence<DescriptorSource>) -> BoxSequence<DescriptorSource>? {
        guard let box = boxes.first("meta") else { return nil }
        let isQuickTime = boxes.content(of: box, limit: 8).code(4) == "hdlr"
        return boxes.inside(box, after: isQuickTime ? 0 : 4, limit: boxLimit)
    }

    private mutating func read(meta: BoxSequence<DescriptorSource>, track: Int32?) {
        guard let list = meta.first("ilst") else { return }
        let handler = meta.first("hdlr").flatMap { meta.content(of: $0, limit: 16).code(8) }
        // The type of an item is a number in QuickTime's list.
        let items = BoxSequence(
            meta.source, in: list.content.clamped(to: meta.range), limit: MovieDescription.entryLimit,
            acceptsAnyType: true)
        let keys = handler == "mdta" ? meta.first("keys").map { Self.keys(meta.content(of: $0, limit: 64 << 10)) } : nil
        for item in items {
            let content = items.inside(item, limit: 16)
            if let keys {
                let index = Int(item.type.rawValue) - 1
                guard keys.indices.contains(index) else { continue }
                read(data: content, keySpace: "mdta", key: keys[index], track: track)
            } else if item.type == "----" {
                guard let mean = Self.text(content, "mean"), let name = Self.text(content, "name") else { continue }
                read(data: content, keySpace: "itlk", key: "\(mean).\(name)", track: track)
            } else {
                read(data: content, keySpace: "itsk", key: item.type.text, track: track)
            }
        }
    }

    private static func text(_ boxes: BoxSequence<DescriptorSource>, _ type: FourCharacterCode) -> String? {
        boxes.first(type).map { box in
            String(decoding: boxes.content(of: box, limit: keyLimitInBytes).rest(4), as: UTF8.self)
        }
    }

    private static func keys(_ box: BoxBytes) -> [String] {
        box.bytes.withUnsafeBytes {
            MetadataKeys.names(in: ByteView($0), limit: MovieDescription.entryLimit, nameLimit: keyLimitInBytes)
        }
    }

    private mutating func read(
        data boxes: BoxSequence<DescriptorSource>, keySpace: String, key: String, track: Int32?
    ) {
        for box in boxes where box.type == "data" {
            let size = box.content.clamped(to: boxes.range).count
            guard size >= 8, size - 8 <= bytesLeft else { continue }
            let content = boxes.content(of: box, limit: size)
            guard let kind = content.uint32(0), let language = content.uint16(6) else { continue }
            let (value, dataType) = MetadataValue.value(content.rest(8), kind: kind & 0xFF_FFFF)
            add(
                keySpace: keySpace, key: key, value, dataType, PackedLanguage.letters(language), track,
                byteCount: size - 8)
        }
    }

    private mutating func read(userData box: MediaBox, _ boxes: BoxSequence<DescriptorSource>, track: Int32?) {
        let size = box.content.clamped(to: boxes.range).count
        guard size > 0, size <= bytesLeft else { return }
        let content = boxes.content(of: box, limit: size)
        let key = box.type.text
        if box.type.rawValue >> 24 == 0xA9 {
            for (text, language) in UserDataText.texts(content) {
                add(
                    keySpace: "udta", key: key, .text(text), MetadataValue.textType, language, track,
                    byteCount: text.utf8.count)
            }
        } else if let (text, language) = UserDataText.isoText(box.type, content) {
            add(
                keySpace: "uiso", key: key, .text(text), MetadataValue.textType, language, track,
                byteCount: text.utf8.count)
        } else {
            add(
                keySpace: "udta", key: key, .data(Data(content.bytes)), MetadataValue.dataType, nil, track,
                byteCount: size)
        }
    }

    private mutating func add(
        keySpace: String, key: String, _ value: Entry.Value, _ dataType: String, _ language: String?, _ track: Int32?,
        byteCount: Int
    ) {
        guard !key.isEmpty, entries.count < MovieDescription.entryLimit, byteCount + key.utf8.count <= bytesLeft else {
            return
        }
        bytesLeft -= byteCount + key.utf8.count
        var entry = Entry(keySpace: keySpace, key: key, value: value, dataType: dataType)
        entry.language = language
        entry.track = track
        entries.append(entry)
    }
}
