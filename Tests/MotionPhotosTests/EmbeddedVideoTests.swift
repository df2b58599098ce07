import MediaContainers
import Testing

@testable import MotionPhotos

/// The bytes that count as a video.
@Suite struct EmbeddedVideoTests {
    private static let type = MadeVideo.fileType()

    private func video(_ bytes: [UInt8], limit: Int? = nil) -> EmbeddedVideo? {
        let file = [0] + bytes
        return EmbeddedVideo(ArraySource(file), at: 1, before: limit ?? file.count)
    }

    @Test func `imports 4.1: a video ends with its last whole box`() {
        let trailers: [[UInt8]] = [
            [], [0], [0, 0, 0, 8], Array("LIVE_123456".utf8), Array("v2_f31     ".utf8),
            [UInt8](repeating: 0, count: 50),
            MadePhoto.samsung([MadePhoto.dateBlock]), MadePhoto.jpeg(),
            MadeVideo.number(500, 4) + Array("abcd".utf8), MadeVideo.number(0, 4) + Array("abcd".utf8),
        ]
        for trailer in trailers {
            #expect(video(MadeVideo.whole + trailer)?.range == 1..<1 + MadeVideo.whole.count)
        }
    }

    @Test func `imports 4.1: boxes of any type belong to the video if they're whole`() {
        let boxes = MadeVideo.box("free") + MadeVideo.box("abcd", [1, 2, 3])
        #expect(video(MadeVideo.whole + boxes)?.range.count == MadeVideo.whole.count + boxes.count)
    }

    @Test func `imports 4.3: another ftyp starts another file`() {
        #expect(video(MadeVideo.whole + MadeVideo.whole)?.range.count == MadeVideo.whole.count)
        #expect(video(MadeVideo.fileType() + MadeVideo.whole) == nil)
    }

    @Test func `imports 4.3: a video that is cut off isn't one`() {
        let media = MadeVideo.mediaData
        let orders = [
            MadeVideo.whole, Self.type + media + MadeVideo.movie(), MadeVideo.whole + MadeVideo.box("free", [1, 2, 3]),
        ]
        for bytes in orders.prefix(2) {
            for end in 0..<bytes.count { #expect(video(Array(bytes.prefix(end))) == nil, "\(end)") }
        }
        #expect(video(orders[2].dropLast()) == nil)
        #expect(video(MadeVideo.whole, limit: MadeVideo.whole.count) == nil)
        #expect(video(MadeVideo.whole) != nil)
    }

    @Test(arguments: [
        type + MadeVideo.mediaData, type + MadeVideo.movie(),
        type + MadeVideo.movie([MadeVideo.track("soun"), MadeVideo.track("pict")]) + MadeVideo.mediaData,
        type + MadeVideo.movie([]) + MadeVideo.mediaData,
        MadeVideo.movie() + MadeVideo.mediaData,
        MadeVideo.box("free") + type + MadeVideo.movie() + MadeVideo.mediaData,
        MadeVideo.number(0, 4) + type.dropFirst(4) + MadeVideo.movie() + MadeVideo.mediaData,
        MadeVideo.number(12, 4) + type.dropFirst(4) + MadeVideo.movie() + MadeVideo.mediaData,
        MadeVideo.box("ftyp", [UInt8](repeating: 0x61, count: 5_000)) + MadeVideo.movie() + MadeVideo.mediaData,
        type + MadeVideo.box("moov", MadeVideo.box("trak", MadeVideo.box("mdia", MadeVideo.box("hdlr"))))
            + MadeVideo.mediaData,
        type + MadeVideo.number(1, 4) + Array("moov".utf8) + [UInt8](repeating: 0xFF, count: 8) + MadeVideo.mediaData,
    ])
    func `imports 4.1: a video has its type first, a video track and samples`(_ bytes: [UInt8]) {
        #expect(video(bytes) == nil)
    }

    @Test func `boxes can have long sizes and no size at the end`() {
        let content = MadeVideo.mediaData.dropFirst(8)
        let long = MadeVideo.number(1, 4) + Array("mdat".utf8) + MadeVideo.number(content.count + 16, 8) + content
        let open = MadeVideo.number(0, 4) + Array("mdat".utf8) + content
        #expect(video(Self.type + MadeVideo.movie() + long)?.range.count == MadeVideo.whole.count + 8)
        #expect(video(Self.type + MadeVideo.movie() + open)?.range.count == MadeVideo.whole.count)
    }

    @Test func `headers can be of version 1, and a missing duration or size is unknown`() {
        let header = MadeVideo.box(
            "mvhd", [1, 0, 0, 0] + MadeVideo.number(0, 16) + MadeVideo.number(600, 4) + MadeVideo.number(900, 8))
        let media = MadeVideo.box("mdia", MadeVideo.box("hdlr", MadeVideo.number(0, 8) + Array("vide".utf8)))
        let long = MadeVideo.box(
            "tkhd",
            [1, 0, 0, 7] + MadeVideo.number(0, 84) + MadeVideo.number(640 << 16, 4) + MadeVideo.number(480 << 16, 4))
        let whole = video(
            Self.type + MadeVideo.box("moov", header + MadeVideo.box("trak", long + media)) + MadeVideo.mediaData)
        #expect(whole?.duration == 1.5)
        #expect(whole?.pixelSize == MotionPhoto.PixelSize(width: 640, height: 480))
        let bare = video(Self.type + MadeVideo.box("moov", MadeVideo.box("trak", media)) + MadeVideo.mediaData)
        #expect(bare?.majorBrand == "mp42")
        #expect(bare?.duration == nil)
        #expect(bare?.pixelSize == nil)
    }

    @Test func `a movie with more than 1,000 boxes isn't read`() {
        let boxes = [UInt8]([[UInt8]](repeating: MadeVideo.box("free"), count: 1_000).joined())
        #expect(video(MadeVideo.whole + boxes) == nil)
    }
}
