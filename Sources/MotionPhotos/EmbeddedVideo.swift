import MediaContainers

/// A video within another file, with the facts in its boxes.
///
/// Bytes count as a video if their boxes form a movie:
/// - The first box is `ftyp`.
/// - There are a `moov` with a video track and an `mdat` with content.
/// - No box is cut off.
///
/// The video ends with its last whole box. Bytes behind it that don't form a box are a trailer of the photo. A box of
/// an unknown type that passes the end is such a trailer too. A second `ftyp` starts another file.
struct EmbeddedVideo: Equatable {
    /// Cameras write fewer than ten boxes, and as many tracks.
    private static let boxLimit = 1_000
    private static let trackLimit = 32
    private static let trackBoxLimit = 64
    private static let typeSizes = 16...4_096
    /// The boxes at the top level of a movie. If one of them passes the end, the movie is cut off.
    private static let knownTypes: Set<FourCharacterCode> = [
        "emsg", "free", "mdat", "meta", "mfra", "moof", "moov", "pdin", "pnot", "prft", "sidx", "skip", "ssix", "styp",
        "udta", "uuid", "wide",
    ]

    let range: Range<Int>
    let majorBrand: FourCharacterCode
    /// In seconds, or `nil` if the movie's header has none.
    private(set) var duration: Double?
    /// The size in the header of the first video track.
    private(set) var pixelSize: MotionPhoto.PixelSize?

    /// - Parameter limit: where the video ends at the latest.
    /// - Returns: `nil` if there is no whole video at the offset.
    /// - Complexity: O(*n*) reads of 16 bytes for *n* boxes, at most 6,000.
    init?(_ source: some ByteSource, at start: Int, before limit: Int) {
        guard start > 0, limit <= source.count, start < limit else { return nil }
        let boxes = BoxSequence(source, in: start..<limit, limit: Self.boxLimit)
        var brand: FourCharacterCode?
        var movie: MediaBox?
        var hasMediaData = false
        var (end, count) = (start, 0)
        for box in boxes {
            let isFirst = box.offset == start
            guard isFirst == (box.type == "ftyp") else {
                if isFirst { return nil }
                break
            }
            if isFirst {
                guard Self.typeSizes.contains(box.end - start), !box.isOpenEnded else { return nil }
                brand = source.bytes(at: box.content.lowerBound, count: 4)?.withView { $0.code(at: 0) }
            }
            let isKnown = isFirst || Self.knownTypes.contains(box.type)
            guard boxes.holdsWhole(box) else {
                if isKnown { return nil }
                break
            }
            guard isKnown || !box.isOpenEnded else { break }
            if box.type == "moov", movie == nil { movie = box }
            if box.type == "mdat", !box.content.isEmpty { hasMediaData = true }
            (end, count) = (box.end, count + 1)
        }
        guard let brand, let movie, hasMediaData, count < Self.boxLimit else { return nil }
        range = start..<end
        majorBrand = brand
        guard readFacts(in: boxes.inside(movie, limit: Self.boxLimit)) else { return nil }
    }

    /// Reads the header of the movie and of its first video track. Returns whether there is a video track.
    private mutating func readFacts(in movie: BoxSequence<some ByteSource>) -> Bool {
        let source = movie.source
        if let header = movie.first("mvhd") {
            let start = source.bytes(at: header.content.lowerBound, count: min(32, header.content.count))
            duration = start?.withView(Self.duration)
        }
        for box in movie.lazy.filter({ $0.type == "trak" }).prefix(Self.trackLimit) {
            let track = movie.inside(box, limit: Self.trackBoxLimit)
            let handler = track.inside("mdia", limit: Self.trackBoxLimit)?.first("hdlr")
            guard let handler, handler.content.count >= 12,
                let type = source.bytes(at: handler.content.lowerBound + 8, count: 4),
                type.withView({ $0.code(at: 0) }) == "vide"
            else { continue }
            if let header = track.first("tkhd") {
                let start = source.bytes(at: header.content.lowerBound, count: min(96, header.content.count))
                pixelSize = start?.withView(Self.pixelSize)
            }
            return true
        }
        return false
    }

    private static func duration(_ header: ByteView) -> Double? {
        let isLong = header.byte(at: 0) == 1
        guard let scale = header.uint32(at: isLong ? 20 : 12), scale > 0,
            let units = isLong ? header.uint64(at: 24) : header.uint32(at: 16), units > 0, units != 0xFFFF_FFFF
        else { return nil }
        return Double(units) / Double(scale)
    }

    /// The sizes are numbers with 16 bits after the point.
    private static func pixelSize(_ header: ByteView) -> MotionPhoto.PixelSize? {
        let offset = header.byte(at: 0) == 1 ? 88 : 76
        guard let width = header.uint16(at: offset), let height = header.uint16(at: offset + 4), width > 0, height > 0
        else { return nil }
        return MotionPhoto.PixelSize(width: width, height: height)
    }
}
