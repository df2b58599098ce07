import Testing

@testable import MotionPhotos

/// The bytes that are read of ordinary photos.
@Suite struct MotionPhotoCostTests {
    private static let size = 300_000

    @Test(arguments: [
        [], [UInt8](repeating: 0, count: 9_000), MadePhoto.samsung([MadePhoto.dateBlock]),
    ])
    func `imports 4.1: little is read of an ordinary JPEG`(_ tail: [UInt8]) {
        let photo = MadePhoto.jpeg(MadePhoto.packet(MadePhoto.camera), sampleCount: Self.size)
        let source = ArraySource(photo + tail)
        #expect(MotionPhoto.find(in: source) == nil)
        #expect(source.readCount < 8_000 + tail.count * 2)
    }

    @Test func `imports 4.1: a JPEG whose end is unknown is read once`() {
        let source = ArraySource(MadePhoto.jpeg(sampleCount: Self.size) + Array("vendor".utf8))
        #expect(MotionPhoto.find(in: source) == nil)
        // The 64 bytes at each code among the samples are read twice. Real photos have a code in 250 bytes.
        #expect((Self.size..<3 * Self.size).contains(source.readCount))
    }

    @Test func `imports 4.1: an index of pictures spares reading the picture`() {
        let index = MadePhoto.index([(0, 0)])
        let size = MadePhoto.jpeg(nil, index, sampleCount: Self.size).count
        let photo = MadePhoto.jpeg(nil, MadePhoto.index([(size, 0)]), sampleCount: Self.size)
        let source = ArraySource(photo + Array("vendor".utf8))
        #expect(MotionPhoto.find(in: source) == nil)
        #expect(source.readCount < 10_000)
    }

    @Test func `imports 4.1: of an ordinary HEIF file, only the headers of boxes are read`() {
        let padding = MadeVideo.box("free", [UInt8](repeating: 0, count: 90_000))
        let source = ArraySource(MadePhoto.heif(MadePhoto.packet(MadePhoto.camera)) + padding)
        #expect(MotionPhoto.find(in: source) == nil)
        #expect(source.readCount < 200)
    }

    @Test func `imports 4.3: many starts of videos are given up`() {
        let decoy = MadeVideo.fileType() + MadeVideo.movie()
        let decoys = [UInt8]([[UInt8]](repeating: decoy, count: 100).joined())
        let source = ArraySource(MadePhoto.jpeg() + decoys + MadeVideo.whole)
        #expect(MotionPhoto.find(in: source) == nil)
        #expect(find(MadePhoto.jpeg() + decoys.prefix(decoy.count * 50) + MadeVideo.whole) != nil)
    }
}
