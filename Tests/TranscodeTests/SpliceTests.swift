import AlbumenTestSupport
import Cancellation
import Foundation
import MediaRequests
import Pixels
import Testing

/// A time range whose whole groups of pictures are copied.
@Suite(.blocking, .enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct SpliceTests {
    /// A kind of movie, and the range that is exported.
    struct Kind: CustomTestStringConvertible {
        var testDescription: String
        var options: [String]
        var isHEVC = false
        var start = 1.25
        var end = 4.45
        /// The largest number of frames that are encoded, or `nil` if all are.
        var encoded: Int?
        var filter = "null"
    }

    private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-pix_fmt", "yuv420p"]

    private static func hevc(_ parameters: String, _ options: [String] = ["-pix_fmt", "yuv420p"]) -> [String] {
        ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params", "log-level=none:" + parameters]
            + options
    }

    static let kinds = [
        Kind(testDescription: "H.264 without reordered frames", options: h264 + ["-bf", "0"], encoded: 8),
        Kind(
            testDescription: "H.264 with reordered frames",
            options: h264 + ["-bf", "3", "-x264-params", "b-pyramid=2"],
            encoded: 11),
        Kind(testDescription: "H.264 from a keyframe on", options: h264 + ["-bf", "2"], start: 1, end: 3, encoded: 2),
        Kind(
            testDescription: "H.264 from the middle of a keyframe's time on", options: h264 + ["-bf", "0"], start: 1.04,
            end: 3.2, encoded: 0),
        Kind(testDescription: "H.264 to the end", options: h264 + ["-bf", "2"], end: 9, encoded: 8),
        Kind(
            testDescription: "H.264 with a full range of luma", options: h264 + ["-color_range", "pc"], encoded: 11,
            filter: "scale=out_range=pc,format=yuvj420p"),
        Kind(
            testDescription: "H.264 of the Baseline profile", options: h264 + ["-profile:v", "baseline"], encoded: 8),
        Kind(
            testDescription: "H.264 with a variable frame rate", options: h264 + ["-bf", "2", "-fps_mode", "vfr"],
            encoded: 11, filter: "select=not(eq(mod(n\\,7)\\,3))"),
        Kind(
            testDescription: "H.264 with open groups", options: h264 + ["-bf", "2", "-x264-params", "open-gop=1"],
            encoded: nil),
        Kind(testDescription: "H.264 with one keyframe", options: h264 + ["-g", "600"], encoded: nil),
        Kind(
            testDescription: "interlaced H.264", options: h264 + ["-flags", "+ilme+ildct", "-x264-params", "tff=1"],
            encoded: nil),
        Kind(
            testDescription: "HEVC with closed groups", options: hevc("keyint=10:min-keyint=10:open-gop=0:bframes=3"),
            isHEVC: true, encoded: 12),
        Kind(
            testDescription: "HEVC with open groups", options: hevc("keyint=10:min-keyint=10:open-gop=1:bframes=4"),
            isHEVC: true, encoded: 14),
        Kind(
            testDescription: "HEVC with several slices",
            options: hevc("keyint=10:min-keyint=10:open-gop=1:bframes=4:slices=2"), isHEVC: true, encoded: 14),
        Kind(
            testDescription: "HEVC with in-band parameter sets",
            options: hevc("keyint=10:min-keyint=10:repeat-headers=1:bframes=2") + ["-tag:v", "hev1"], isHEVC: true,
            encoded: 12),
        Kind(
            testDescription: "10-bit HLG HEVC",
            options: hevc(
                "keyint=10:min-keyint=10:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc",
                [
                    "-pix_fmt", "yuv420p10le", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67",
                    "-colorspace", "bt2020nc",
                ]), isHEVC: true, encoded: 14),
        Kind(testDescription: "ProRes", options: ["-c:v", "prores_ks", "-profile:v", "0"], encoded: 0),
        Kind(testDescription: "MJPEG", options: ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"], encoded: 0),
        Kind(testDescription: "MPEG-4", options: ["-c:v", "mpeg4", "-g", "10"], encoded: nil),
    ]

    private static func clip(_ kind: Kind, in folder: TemporaryFolder, _ further: [String] = []) throws -> URL {
        try SampleClip.make(
            "clip.mov", in: folder,
            SampleClip.pattern("320x240", rate: 10, seconds: 6) + SampleClip.tone(seconds: 6)
                + ["-vf", kind.filter] + kind.options + ["-c:a", "aac"] + further)
    }

    private static func export(_ kind: Kind, copies: Bool) -> VideoExport {
        let encoding: VideoEncoding =
            kind.isHEVC ? .hevc(VideoLimits(quality: .high)) : .h264(VideoLimits(quality: .highest))
        var export = VideoExport(video: encoding, audio: .aac(bitsPerSecond: 128_000), container: .mov)
        export.copiesWholeGroups = copies
        export.indexComesFirst = true
        export.timeRange = MediaTimeRange(
            start: MediaTime(seconds: kind.start), duration: MediaTime(seconds: kind.end - kind.start))
        return export
    }

    @Test(arguments: kinds)
    func `a range has the frames of its source, and only those beside copied groups are encoded`(
        _ kind: Kind
    ) throws {
        let folder = try TemporaryFolder()
        let source = try Self.clip(kind, in: folder)
        let whole = try Exported(Self.export(kind, copies: false), of: source, in: folder)
        let result = try Exported(Self.export(kind, copies: true), of: source, in: folder)

        #expect(try MovieFacts.frameTimes(of: result.file) == MovieFacts.frameTimes(of: whole.file))
        #expect(try MovieFacts.packets(of: result.file)["1"] == MovieFacts.packets(of: whole.file)["1"])
        #expect(abs(try result.facts.picture.seconds - whole.facts.picture.seconds) < 0.001)
        #expect(abs(result.video.duration.seconds - whole.video.duration.seconds) < 0.001)
        #expect(result.video.damage == nil)

        let frames = try frames(of: source)
        // The frame that plays at the start is the first.
        let first = try #require(frames.lastIndex { $0.time <= kind.start })
        let expected = frames[first...].prefix { $0.time < kind.end }
        let found = try self.frames(of: result.file)
        try #require(found.count == expected.count)
        let changed = zip(expected, found).filter { $0.sum != $1.sum }.count
        if let encoded = kind.encoded {
            #expect(changed <= encoded, "\(changed) of \(found.count)")
            let (track, other) = (try result.facts.picture, try MovieFacts(source).picture)
            #expect(track.codecTagString == other.codecTagString && track.pixFmt == other.pixFmt)
            #expect(track.colorTransfer == other.colorTransfer && track.colorRange == other.colorRange)
        } else {
            #expect(try MovieFacts.packets(of: result.file)["0"] == MovieFacts.packets(of: whole.file)["0"])
        }
        let complaints = try complaints(about: result.file)
        #expect(complaints.isEmpty, "\(complaints)")
        #expect(try likeness(result.file, source, from: first, count: found.count) > 30)
    }

    @Test func `a range of a truncated movie is encoded, or fails as without copies`() throws {
        let folder = try TemporaryFolder()
        let kind = Self.kinds[1]
        let source = try Self.clip(kind, in: folder, ["-movflags", "faststart"])
        let bytes = try Data(contentsOf: source)
        for share in [2, 4, 6, 8] {
            let file = try folder.write(bytes.prefix(bytes.count * share / 10), to: "\(share).mov")
            let outcomes = [true, false].map { copies in
                Result { try Exported(Self.export(kind, copies: copies), of: file, in: folder) }
            }
            switch (outcomes[0], outcomes[1]) {
            case (.success(let result), .success(let whole)):
                #expect(try MovieFacts.packets(of: result.file) == MovieFacts.packets(of: whole.file))
                #expect(result.video.damage != nil && result.video.damage == whole.video.damage)
            case (.failure(let error as MediaError), .failure(let other as MediaError)):
                #expect(error.code == other.code)
            default: Issue.record("\(share): \(outcomes)")
            }
        }
    }

    @Test func `a range with a damaged packet is encoded`() throws {
        let folder = try TemporaryFolder()
        let kind = Self.kinds[0]
        let source = try Self.clip(kind, in: folder)
        struct Packets: Decodable {
            struct Packet: Decodable { var pos: String }
            var packets: [Packet]
        }
        let text = try FFmpeg.description(of: source, ["-select_streams", "v", "-show_entries", "packet=pos"])
        let packets = try JSONDecoder().decode(Packets.self, from: text).packets
        let place = try #require(Int(packets[25].pos))
        var bytes = try Data(contentsOf: source)
        // The length of its first unit.
        bytes.replaceSubrange(place..<place + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
        let file = try folder.write(bytes, to: "damaged.mov")
        let result = try Exported(Self.export(kind, copies: true), of: file, in: folder)
        let whole = try Exported(Self.export(kind, copies: false), of: file, in: folder)
        #expect(try MovieFacts.packets(of: result.file) == MovieFacts.packets(of: whole.file))
        #expect(result.video.damage != nil && result.video.damage == whole.video.damage)
    }

    @Test func `a cancelled range leaves an empty file`() throws {
        let folder = try TemporaryFolder()
        let kind = Self.kinds[1]
        let source = try Self.clip(kind, in: folder)
        let cancellation = WorkCancellation()
        let error = #expect(throws: MediaError.self) {
            try Exported(Self.export(kind, copies: true), of: source, in: folder, cancellation: cancellation) { _ in
                cancellation.cancel()
            }
        }
        #expect(error?.code == .cancelled)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.url, includingPropertiesForKeys: [.fileSizeKey])
        for file in files where file.lastPathComponent.hasPrefix("export-") {
            #expect(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize == 0)
        }
    }

    @Test func `copied pictures lose the metadata of Dolby Vision if others are encoded`() throws {
        let folder = try TemporaryFolder()
        // A raw stream has no times, so its frames aren't reordered.
        let kind = Kind(
            testDescription: "", options: Self.hevc("keyint=10:min-keyint=10:open-gop=0:bframes=0"), isHEVC: true)
        let plain = try Self.clip(kind, in: folder)
        let stream = try FFmpeg.output(
            of: plain, ["-map", "0:v", "-c", "copy", "-bsf:v", "hevc_mp4toannexb", "-f", "hevc"])
        let code = Data([0, 0, 1])
        let metadata = Data([0x7C, 1, 0x19, 8, 0x80])
        // Each picture gets a unit of the metadata behind it.
        var (marked, position) = (Data(), stream.startIndex)
        while let start = stream.range(of: code, in: position..<stream.endIndex) {
            let end = stream.range(of: code, in: start.upperBound..<stream.endIndex)?.lowerBound ?? stream.endIndex
            marked += stream[start.lowerBound..<end]
            if stream[start.upperBound] >> 1 < 32 { marked += code + metadata }
            position = end
        }
        let file = try folder.write(marked, to: "marked.hevc")
        let source = try SampleClip.make("marked.mov", in: folder, ["-r", "10", "-i", file.path, "-c", "copy"])
        func count(_ file: URL) throws -> Int {
            let bytes = try FFmpeg.output(
                of: file, ["-map", "0:v", "-c", "copy", "-bsf:v", "hevc_mp4toannexb", "-f", "hevc"])
            var (count, position) = (0, bytes.startIndex)
            while let start = bytes.range(of: code + metadata.prefix(2), in: position..<bytes.endIndex) {
                (count, position) = (count + 1, start.upperBound)
            }
            return count
        }
        try #require(try count(source) == 60)
        var whole = kind
        whole.start = 1
        whole.end = 9
        let untouched = try Exported(Self.export(whole, copies: true), of: source, in: folder)
        #expect(try count(untouched.file) == 50, "All frames are copied.")
        let result = try Exported(Self.export(kind, copies: true), of: source, in: folder)
        #expect(try count(result.file) == 0)
        let sums = try Set(frames(of: source).map(\.sum))
        #expect(try frames(of: result.file).filter { sums.contains($0.sum) }.count >= 20)
    }

    /// Returns the times of the frames of a movie in seconds, and the checksums of their pixels.
    private func frames(of file: URL) throws -> [(time: Double, sum: String)] {
        let bytes = try FFmpeg.output(
            of: file, ["-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", "1:1000000", "-f", "framemd5"])
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard !line.hasPrefix("#"), columns.count == 6, let time = Double(columns[2]) else { return nil }
            return (time / 1_000_000, columns[5])
        }
    }

    private func complaints(about file: URL) throws -> String {
        let outcome = try ProgramRun.run(
            FFmpeg.executable, ["-nostdin", "-v", "warning", "-i", file.path, "-map", "0:v", "-f", "null", "-"],
            environment: ["PATH": "/usr/bin:/bin"])
        return outcome.error
    }

    /// Returns the least signal-to-noise ratio of a frame's luma in decibels.
    private func likeness(_ file: URL, _ source: URL, from first: Int, count: Int) throws -> Double {
        func luma(_ file: URL, _ filter: String) throws -> Data {
            try FFmpeg.output(
                of: file,
                [
                    "-map", "0:v:0", "-fps_mode", "passthrough", "-vf",
                    filter + "scale=320:240:out_range=pc,format=gray", "-f", "rawvideo",
                ])
        }
        let (one, other) = (
            try luma(file, ""), try luma(source, "select=between(n\\,\(first)\\,\(first + count - 1)),")
        )
        try #require(one.count == other.count && one.count == count * 320 * 240)
        return stride(from: 0, to: one.count, by: 320 * 240).reduce(Double.infinity) { least, start in
            let sum = (start..<start + 320 * 240).reduce(0) { sum, place in
                let difference = Int(one[place]) - Int(other[place])
                return sum + difference * difference
            }
            return min(least, sum == 0 ? .infinity : 10 * log10(255 * 255 * 320 * 240 / Double(sum)))
        }
    }
}
