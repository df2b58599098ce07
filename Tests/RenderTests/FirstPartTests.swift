import AlbumenTestSupport
import CLibAV
import Foundation
import MediaRequests
import Pixels
import Testing

@testable import Video

/// The work for a part of a video, of which playback waits for the first one.
@Suite(.enabled(if: SampleClip.canBeMade, Comment(rawValue: SampleClip.absence))) struct FirstPartTests {
    private func clip(_ options: [String], _ folder: TemporaryFolder, size: String = "320x240") throws -> URL {
        let file = folder.file("clip.mov")
        let source = ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=20:duration=3"]
        try #require(
            try SampleClip.encode(source + ["-c:v", "libx265", "-preset", "ultrafast"] + options + [file.path]))
        return file
    }

    private func part(_ number: Int, of file: URL, lines: Int = 1080) throws -> Data {
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        let request = MoviePartRequest(filename: file.lastPathComponent, number: number, form: .lines(lines))
        return try MoviePartMaker.make(descriptor: handle.fileDescriptor, request) { Data($0) }
    }

    @Test(arguments: [0, 1, 2, 3])
    func `only packets that the frames of a part need are decoded`(number: Int) throws {
        let folder = try TemporaryFolder()
        let file = try clip(
            [
                "-x265-params", "log-level=none:keyint=20:min-keyint=20:open-gop=0:bframes=3:b-adapt=0", "-pix_fmt",
                "yuv420p", "-tag:v", "hvc1",
            ], folder)
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        let movie = try #require(try PartMovie(descriptor: handle.fileDescriptor))
        let span = try #require(movie.span(of: number, .lines(480)))
        let decoder = try SpanDecoder(movie.reader(of: movie.videoIndex), threadCount: 4)
        decoder.seek(backTo: span.start, until: span.end)
        var frames = PartFrames(decoder, span)
        var shown: [PartFrames.Shown] = []
        while let frame = try frames.next(orStill: false) { shown.append(frame) }
        let first = Int((span.start * 20).rounded(.up))
        let count = Int((span.end * 20).rounded(.up)) - first
        #expect(shown.map { Int(($0.start * 20).rounded()) } == Array(first..<first + count))
        // The time of the frame behind the part is known without decoding it.
        for frame in shown { #expect(abs(frame.end - frame.start - 0.05) < 0.001, "at \(frame.start)") }

        // In the order of the file, the last needed packet is that of one of the frames.
        let times = try SampleClip.packets(of: file, stream: "v").map { Int(($0.time * 20).rounded()) }
        let last = try #require(times.lastIndex { $0 < first + count })
        let keyframe = try #require(times.lastIndex(of: first / 20 * 20))
        #expect(decoder.sentCount <= last - keyframe + 1)
        #expect(decoder.sentCount >= count)
    }

    @Test func `frames whose colours only the coded pictures declare aren't converted`() throws {
        let folder = try TemporaryFolder()
        // Players would guess another matrix from the size. The container doesn't name it.
        let file = try clip(
            [
                "-x265-params", "log-level=none:colormatrix=bt470bg", "-pix_fmt", "yuv420p", "-tag:v", "hvc1", "-t",
                "0.4",
            ], folder, size: "1280x720")
        #expect(try !Data(contentsOf: file).contains("colr"))
        let part = try folder.write(part(0, of: file), to: "part.mp4")
        let facts = try SampleClip.facts(of: part, ["-show_entries", "stream=color_space,color_range"])
        #expect(facts.contains("color_space=bt470bg") && facts.contains("color_range=tv"), "\(facts)")
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        let movie = try #require(try PartMovie(descriptor: handle.fileDescriptor))
        let decoder = try SpanDecoder(movie.reader(of: movie.videoIndex), threadCount: 1)
        let first = try #require(try decoder.next()).frame
        let scaler = try PartScaler(movie, first: first, lines: 1080)
        // The result refers to the decoded pixels.
        #expect(try scaler.converted(first).pointee.data.0 == first.frame.pointee.data.0)
    }

    @Test func `only the first two parts are encoded with the quickest settings`() throws {
        let folder = try TemporaryFolder()
        let file = try clip(["-x265-params", "log-level=none", "-pix_fmt", "yuv420p", "-tag:v", "hvc1"], folder)
        // libx264 writes its settings into the first packet. Without subpixel refinement and CABAC, it's quickest.
        let settings = try (0..<4).map { number in
            let part = String(decoding: try part(number, of: file), as: UTF8.self)
            return ["cabac=0", "subme=0", "8x8dct=1"].map { part.contains($0) }
        }
        #expect(settings[0] == [true, true, true] && settings[1] == [true, true, true])
        #expect(settings[2] == [false, false, true] && settings[3] == [false, false, true])
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
