import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct SlowMotionTests {
    @Test(
        "a real AAE file has its range and rate",
        .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func realFile() throws {
        let file = try Data(contentsOf: RealMedia.folder.appending(path: "metadata/makernotes/PLIST.aae"))
        let slowMotion = try #require(SlowMotionAdjustment.slowMotion(in: file))
        #expect(slowMotion.range == SlowMotion.Range(start: 6.29625, duration: 29.3825))
        #expect(slowMotion.rate == 0.125)
        #expect(try SlowMotionAdjustment.slowMotion(in: SampleMedia.slowMotionAdjustment()) == slowMotion)
    }

    @Test("other edits, impossible values and damaged files are no slow motion")
    func otherFiles() throws {
        func parse(_ file: Data) -> SlowMotion? { SlowMotionAdjustment.slowMotion(in: file) }
        #expect(try parse(SampleMedia.slowMotionAdjustment(formatIdentifier: "com.apple.photo")) == nil)
        #expect(try parse(SampleMedia.slowMotionAdjustment(formatVersion: "2.0")) == nil)
        #expect(try parse(SampleMedia.slowMotionAdjustment(start: -1)) == nil)
        #expect(try parse(SampleMedia.slowMotionAdjustment(duration: 0)) == nil)
        for rate in [0, -1, 1.5, 1e-9, .infinity] {
            #expect(try parse(SampleMedia.slowMotionAdjustment(rate: rate)) == nil, "\(rate)")
        }
        #expect(parse(Data()) == nil)
        #expect(parse(Data("<plist><dict/></plist>".utf8)) == nil)
        let whole = try SampleMedia.slowMotionAdjustment()
        for length in stride(from: 0, to: whole.count - 8, by: 7) { #expect(parse(whole.prefix(length)) == nil) }
        #expect(parse(whole + Data(repeating: 0x20, count: SlowMotionAdjustment.byteLimit)) == nil)
    }

    @Test("without an AAE file, all but the first and last tenth plays at 30 frames per second")
    func standard() throws {
        let slowMotion = try #require(SlowMotion(duration: 10, frameRate: 240))
        #expect(slowMotion.range == SlowMotion.Range(start: 1, duration: 8))
        #expect(slowMotion.rate == 0.125)
        // 1 s, 8 s in 64 s, 1 s.
        #expect(slowMotion.playedDuration(ofVideoLasting: 10) == 66)
        #expect(SlowMotion(duration: 10, frameRate: 30) == nil)
        #expect(SlowMotion(duration: 0, frameRate: 240) == nil)
    }

    @Test("the pieces of a video cover it without gaps, wherever the slowed range ends")
    func segments() throws {
        let slowMotion = try #require(SlowMotion(range: SlowMotion.Range(start: 6, duration: 4), rate: 0.25))
        func pieces(_ duration: Double) -> [[Double]] {
            slowMotion.segments(ofVideoLasting: duration).map { [$0.source.start, $0.source.end, $0.rate] }
        }
        #expect(pieces(12) == [[0, 6, 1], [6, 10, 0.25], [10, 12, 1]])
        #expect(pieces(10) == [[0, 6, 1], [6, 10, 0.25]])
        #expect(pieces(8) == [[0, 6, 1], [6, 8, 0.25]])
        #expect(pieces(5) == [[0, 5, 1]])
        #expect(pieces(0) == [])
        #expect(slowMotion.playedDuration(ofVideoLasting: 12) == 24)
    }
}
