import Foundation
import MediaContainers
import MediaWork

/// Adds a Live Photo's track to a finished movie: one sample of metadata at the time of the photo.
///
/// libavformat can't write such a track. The movie's index is its last box. It's replaced by one with another track,
/// and the sample follows the index.
enum StillImageTimeTrack {
    /// The key of the metadata.
    static let key = "com.apple.quicktime.still-image-time"
    /// The unit of the movie's times, in which the time of the photo is stored.
    static let timescale: Int32 = 90_000
    private static let indexLimitInBytes = 256 << 20
    private static let boxLimit = 256
    /// The sample's size, the number of its key, and the value -1, as Apple's cameras write it.
    private static let sample: [UInt8] = number(9) + number(1) + [0xFF]

    /// - Parameter time: The time in the movie. A time outside of the movie becomes the nearest one in it.
    /// - Throws: `unsupported` if the index isn't the last box, or the error of a write.
    static func append(_ time: MediaTime, to sink: DescriptorSink) throws(MediaError) {
        guard let source = DescriptorSource(descriptor: sink.descriptor) else { throw failure }
        let boxes = FileBoxes(source)
        guard let index = boxes.boxes.last, index.type == "moov", !boxes.isCutShort, !boxes.isOpenEnded,
            index.content.count <= indexLimitInBytes
        else { throw failure }
        let movie = BoxSequence(source).inside(index)
        guard let header = movie.first("mvhd"), let last = movie.filter({ $0.type == "trak" }).last,
            let times = MovieHeader(movie), let video = times.tracks.first(where: { $0.value.handler == "vide" })?.key,
            let identifier = times.tracks.keys.max().map({ $0 + 1 })
        else { throw failure }
        let length = times.duration?.value ?? 0
        let wanted = (time.seconds * Double(times.timescale)).rounded()
        let pause = Int(max(0, min(wanted, Double(length - 1))))
        var content = source.bytes(at: index.content.lowerBound, limit: index.content.count)
        guard content.count == index.content.count else { throw failure }
        let start = index.content.lowerBound
        // The number of the next track is the header's last number.
        content.replaceSubrange(header.end - start - 4..<header.end - start, with: number(Int(identifier) + 1))
        func track(sampleAt offset: Int) -> [UInt8] {
            self.track(
                Int(identifier), describing: Int(video), pause: pause, timescale: Int(times.timescale),
                sampleAt: offset)
        }
        let size = track(sampleAt: 0).count
        let end = index.offset + 8 + content.count + size
        content.insert(contentsOf: track(sampleAt: end + 8), at: last.end - start)
        try sink.replace(from: Int64(index.offset), with: box("moov", content) + box("mdat", sample))
    }

    private static let failure = MediaError(
        .unsupported, "the time of the photo can't be added to the movie, because of the movie's structure")

    private static func track(
        _ identifier: Int, describing video: Int, pause: Int, timescale: Int, sampleAt offset: Int
    ) -> [UInt8] {
        let unity = number(0x10000) + number(0) + number(0)
        let matrix = unity + number(0) + number(0x10000) + number(0) + number(0) + number(0) + number(0x4000_0000)
        // Enabled, in the movie, in previews and in posters, as Apple's cameras write it.
        let header = box(
            "tkhd",
            [0, 0, 0, 0xF] + number(0) + number(0) + number(identifier) + number(0) + number(pause + 1) + number(0)
                + number(0) + number(0) + number(0) + matrix + number(0) + number(0))
        let silence = number(pause) + number(-1) + number(0x10000)
        let shown = number(1) + number(0) + number(0x10000)
        let edits =
            pause > 0 ? number(0) + number(2) + silence + shown : number(0) + number(1) + shown
        let mediaHeader = box(
            "mdhd", number(0) + number(0) + number(0) + number(timescale) + number(1) + [0x55, 0xC4, 0, 0])
        let mediaHandler = box(
            "hdlr", number(0) + text("mhlrmetaappl") + number(0) + number(0) + name("Core Media Metadata"))
        let dataHandler = box(
            "hdlr", number(0) + text("dhlralisappl") + number(0) + number(0) + name("Core Media Data Handler"))
        let generic = box("gmhd", box("gmin", number(0) + [0, 0x40] + [0x80, 0, 0x80, 0, 0x80, 0] + number(0)))
        let references = box("dinf", box("dref", number(0) + number(1) + box("alis", number(1))))
        return box(
            "trak",
            header + box("edts", box("elst", edits)) + box("tref", box("cdsc", number(video)))
                + box(
                    "mdia",
                    mediaHeader + mediaHandler
                        + box("minf", generic + dataHandler + references + box("stbl", table(sampleAt: offset)))))
    }

    /// The format, time, chunk, size and place of the sample.
    private static func table(sampleAt offset: Int) -> [UInt8] {
        let declaration = box("keyd", text("mdta") + text(key))
        // The type 65 is a signed byte.
        let type = box("dtyp", number(0) + number(65))
        let keys = box("keys", number(declaration.count + type.count + 8) + number(1) + declaration + type)
        let format = box("mebx", [0, 0, 0, 0, 0, 0, 0, 1] + keys)
        return box("stsd", number(0) + number(1) + format) + box("stts", number(0) + number(1) + number(1) + number(1))
            + box("stsc", number(0) + number(1) + number(1) + number(1) + number(1))
            + box("stsz", number(0) + number(sample.count) + number(1))
            + box("co64", number(0) + number(1) + number(offset >> 32) + number(offset & 0xFFFF_FFFF))
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8) + text(type) + content
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// A text after its length.
    private static func name(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }

    private static func number(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Array($0) }
    }
}
