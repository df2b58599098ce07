package import Foundation

extension SampleMedia {
    /// The properties of a movie.
    package struct Movie: Sendable {
        package var width = 64
        package var height = 48
        package var frames = 10
        package var framesPerSecond = 10
        /// The clockwise rotation in degrees: 0, 90, 180 or 270.
        package var rotation = 0
        /// Whether the frames are mirrored horizontally before the rotation.
        package var isMirrored = false
        /// The ratio of a pixel's width to its height.
        package var pixelAspect: (width: Int, height: Int)?
        /// JPEGs of the size above, or frames of another codec, shown in turn. Empty for black frames.
        package var pictures: [Data] = []
        /// The codec's four-character code.
        package var codec = "jpeg"
        /// The box with the codec's configuration, if it needs one.
        package var codecDescription: [UInt8] = []
        /// Apple's metadata, such as `com.apple.quicktime.content.identifier`.
        package var tags: [(key: String, value: String)] = []
        /// The text in the user data's `date` box.
        package var userDate: String?
        /// Seconds since 1904-01-01 UTC.
        package var creationTime = 0
        /// The size in bytes of a free box between the header and the media data, or 0 for none.
        package var gap = 0

        package init() {}
    }

    /// Returns a QuickTime movie with JPEG frames and its media data after the header.
    package static func movie(_ movie: Movie = Movie()) -> Data {
        let pictures = movie.pictures.isEmpty ? [jpeg(width: movie.width, height: movie.height)] : movie.pictures
        let frames = (0..<movie.frames).map { pictures[$0 % pictures.count] }
        let start = box("ftyp", Array("qt  ".utf8) + bigEndian32(0x2005_0300) + Array("qt  ".utf8))
        let lengths = frames.map(\.count)
        // The length of the header doesn't depend on the positions of the frames, so a first pass computes it.
        let length = description(movie, frameLengths: lengths, mediaOffset: 0).count
        let mediaOffset = start.count + length + movie.gap + 8
        let gap =
            movie.gap > 0 ? Data(bigEndian32(movie.gap) + Array("free".utf8)) + Data(count: movie.gap - 8) : Data()
        return Data(start + description(movie, frameLengths: lengths, mediaOffset: mediaOffset)) + gap
            + Data(
                box("mdat", frames.flatMap { $0 }))
    }

    /// Returns a box of ISO's and QuickTime's media files.
    package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        bigEndian32(8 + content.count) + Array(type.utf8) + content
    }

    /// Returns a box whose content starts with a version and flags.
    package static func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
        box(type, bigEndian32(version << 24 | flags) + content)
    }

    private static func description(_ movie: Movie, frameLengths: [Int], mediaOffset: Int) -> [UInt8] {
        let times = bigEndian32(movie.creationTime) + bigEndian32(movie.creationTime)
        // A tick is a frame.
        let clock = bigEndian32(movie.framesPerSecond) + bigEndian32(movie.frames)
        let header = fullBox(
            "mvhd",
            times + clock + bigEndian32(0x10000) + bigEndian16(0x100) + zeros(10) + matrix(Movie()) + zeros(24)
                + bigEndian32(2))
        let trackHeader = fullBox(
            "tkhd", flags: 7,
            times + bigEndian32(1) + zeros(4) + bigEndian32(movie.frames) + zeros(16)
                + matrix(movie) + bigEndian32(movie.width << 16) + bigEndian32(movie.height << 16))
        let mediaHeader = fullBox("mdhd", times + clock + zeros(4))
        let handler = fullBox("hdlr", Array("mhlrvide".utf8) + zeros(13))
        let reference = box("dinf", fullBox("dref", bigEndian32(1) + fullBox("url ", flags: 1, [])))
        let table = sampleTable(movie, frameLengths: frameLengths, mediaOffset: mediaOffset)
        let information = box("minf", fullBox("vmhd", flags: 1, zeros(8)) + reference + table)
        let track = box("trak", trackHeader + box("mdia", mediaHeader + handler + information))
        return box("moov", header + track + userData(movie) + metadata(movie))
    }

    private static func sampleTable(_ movie: Movie, frameLengths: [Int], mediaOffset: Int) -> [UInt8] {
        let size = bigEndian16(movie.width) + bigEndian16(movie.height)
        let resolution = bigEndian32(72 << 16) + bigEndian32(72 << 16)
        let aspect = movie.pixelAspect.map { box("pasp", bigEndian32($0.width) + bigEndian32($0.height)) } ?? []
        let coding = box(
            movie.codec,
            zeros(6) + bigEndian16(1) + zeros(16) + size + resolution + zeros(4) + bigEndian16(1) + zeros(32)
                + bigEndian16(24) + [0xFF, 0xFF] + movie.codecDescription + aspect)
        let count = bigEndian32(movie.frames)
        return box(
            "stbl",
            fullBox("stsd", bigEndian32(1) + coding)
                + fullBox("stts", bigEndian32(1) + count + bigEndian32(1))
                + fullBox("stsc", bigEndian32(1) + bigEndian32(1) + count + bigEndian32(1))
                + fullBox("stsz", bigEndian32(0) + count + frameLengths.flatMap { bigEndian32($0) })
                + fullBox("stco", bigEndian32(1) + bigEndian32(mediaOffset)))
    }

    private static func userData(_ movie: Movie) -> [UInt8] {
        movie.userDate.map { box("udta", box("date", Array($0.utf8))) } ?? []
    }

    private static func metadata(_ movie: Movie) -> [UInt8] {
        if movie.tags.isEmpty { return [] }
        let keys = movie.tags.flatMap { box("mdta", Array($0.key.utf8)) }
        let items = movie.tags.enumerated().flatMap { index, tag in
            let value = box("data", bigEndian32(1) + zeros(4) + Array(tag.value.utf8))
            return bigEndian32(8 + value.count) + bigEndian32(index + 1) + value
        }
        return box(
            "meta",
            fullBox("hdlr", zeros(4) + Array("mdta".utf8) + zeros(14))
                + fullBox("keys", bigEndian32(movie.tags.count) + keys) + box("ilst", items))
    }

    private static func matrix(_ movie: Movie) -> [UInt8] {
        let one = 0x10000
        var (a, b, c, d) =
            switch movie.rotation {
            case 90: (0, one, -one, 0)
            case 180: (-one, 0, 0, -one)
            case 270: (0, -one, one, 0)
            default: (one, 0, 0, one)
            }
        if movie.isMirrored { (a, b) = (-a, -b) }
        return [a, b, 0, c, d, 0, 0, 0, 1 << 30].flatMap { bigEndian32($0) }
    }

    private static func zeros(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: count)
    }
}
