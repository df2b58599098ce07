import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// Damaged movies whose groups of pictures would be copied, in a real worker process.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct SpliceDamageTests {
    private static let honestCodes: Set<MediaError.Code> = [
        .notMedia, .unreadable, .unsupported, .encrypted, .limitExceeded,
    ]

    @Test(arguments: [false, true])
    func `a damaged movie is trimmed or refused, and never ends its worker`(isHEVC: Bool) throws {
        let folder = try TemporaryFolder()
        let options =
            isHEVC
            ? [
                "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-pix_fmt", "yuv420p", "-x265-params",
                "log-level=none:keyint=5:min-keyint=5:bframes=3:open-gop=1",
            ] : SampleClip.h264 + ["-g", "5", "-bf", "2"]
        let source = try SampleClip.make(
            "groups.mov", in: folder, SampleClip.pattern("64x48", rate: 15, seconds: 2) + options)
        let whole = Array(try Data(contentsOf: source))
        let places = try Self.samples(of: source)
        var export = VideoExport(
            video: isHEVC ? .hevc(VideoLimits()) : .h264(VideoLimits()), audio: .none, container: .mov)
        export.copiesWholeGroups = true
        export.timeRange = MediaTimeRange(start: MediaTime(seconds: 0.4), duration: MediaTime(seconds: 1.1))
        #expect(try Exported(export, of: source, in: folder).video.damage == nil)

        let seed = UInt64.random(in: 0..<1_000_000)
        var outcomes: [String: Int] = [:]
        for index in 0..<TestLength.cases(60) {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(index))
            var damage = MovieDamage(whole, samples: places)
            for _ in 0...Int.random(in: 0...2, using: &random) { damage.add(&random) }
            let file = try folder.write(Data(damage.bytes), to: "damaged.mov")
            do {
                let result = try Exported(export, of: file, in: folder)
                outcomes[result.video.damage == nil ? "exported" : "damaged", default: 0] += 1
                try FileManager.default.removeItem(at: result.file)
            } catch let error as MediaError {
                #expect(Self.honestCodes.contains(error.code), "seed \(seed), case \(index), \(damage): \(error)")
                outcomes["refused", default: 0] += 1
            }
        }
        #expect(outcomes.count == 3, "seed \(seed): \(outcomes)")
    }

    private static func samples(of file: URL) throws -> [Int] {
        struct Packets: Decodable {
            struct Packet: Decodable { var pos: String }
            var packets: [Packet]
        }
        let text = try FFmpeg.description(of: file, ["-select_streams", "v", "-show_entries", "packet=pos"])
        return try JSONDecoder().decode(Packets.self, from: text).packets.compactMap { Int($0.pos) }
    }
}
