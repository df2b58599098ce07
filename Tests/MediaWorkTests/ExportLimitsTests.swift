import Foundation
import Pixels
import Testing

@testable import MediaRequests

@Suite struct ExportLimitsTests {
    private func limits(
        _ preset: String, seconds: Double = 60, byteCount: Int = 100 << 20, width: Int = 1920, height: Int = 1080,
        change: (inout VideoExport) -> Void = { _ in }
    ) throws -> ExportLimits {
        var probe = MediaProbe(kind: .video, uniformTypeIdentifier: "", pixelWidth: width, pixelHeight: height)
        probe.duration = seconds
        probe.frameRate = 30
        var export = try #require(VideoExport.presets[preset])
        change(&export)
        return ExportLimits(export, of: [ExportLimits.File(probe: probe, byteCount: byteCount)])
    }

    @Test func `limits grow with the duration, the size and the codec`() throws {
        let short = try limits("1280x720")
        let long = try limits("1280x720", seconds: 600)
        let large = try limits("3840x2160", width: 3840, height: 2160)
        let slow = try limits("hevc1920x1080")
        let copy = try limits("passthrough")
        for more in [long, large, slow] {
            #expect(more.processorTimeInSeconds > short.processorTimeInSeconds)
        }
        #expect(long.outputInBytes > short.outputInBytes)
        #expect(large.outputInBytes > short.outputInBytes)
        #expect(copy.processorTimeInSeconds < short.processorTimeInSeconds)
        #expect(copy.outputInBytes < 300 << 20)
    }

    @Test func `a claimed duration can't exceed what a file of this size holds`() throws {
        let hostile = try limits("1280x720", seconds: 1e9, byteCount: 4096)
        #expect(hostile.processorTimeInSeconds < 600)
        #expect(hostile.outputInBytes < 1 << 30)
    }

    @Test func `impossible values have limits`() throws {
        let hostile = try limits("highestQuality", seconds: 1e9, byteCount: .max, width: 1_000_000, height: 1_000_000)
        #expect(hostile.processorTimeInSeconds <= 30 * 86_400)
        #expect(hostile.outputInBytes <= 1_000_000_000_000_000)
        let nothing = try limits("highestQuality", seconds: 0, byteCount: 0, width: 1, height: 1)
        #expect(nothing.processorTimeInSeconds > 0 && nothing.outputInBytes > 0)
    }

    @Test func `a length limit limits the output`() throws {
        let limited = try limits("highestQuality", seconds: 6000) { $0.fileLengthLimitInBytes = 1 << 20 }
        #expect(limited.outputInBytes < 100 << 20)
    }

    @Test func `slow motion takes the time of its segments`() throws {
        let slow = try limits("1280x720") {
            $0.segments = [
                .init(
                    source: MediaTimeRange(start: .zero, duration: MediaTime(seconds: 60)),
                    targetDuration: MediaTime(seconds: 480))
            ]
        }
        #expect(slow.outputInBytes > (try limits("1280x720")).outputInBytes)
    }
}
