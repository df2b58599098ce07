import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing
import Video

/// Parts of videos, checked by ffprobe and ffmpeg.
@Suite(.enabled(if: SampleClip.canBeMade, Comment(rawValue: SampleClip.absence))) struct MoviePartTests {
    private func plan(_ file: URL) throws -> MoviePartPlan {
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        return try MoviePartMaker.plan(descriptor: handle.fileDescriptor)
    }

    private func part(_ number: Int, _ form: MoviePartForm, of file: URL) throws -> Data {
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        let request = MoviePartRequest(filename: file.lastPathComponent, number: number, form: form)
        return try MoviePartMaker.make(descriptor: handle.fileDescriptor, request) { Data($0) }
    }

    /// Writes all parts one after another into a file.
    private func joined(_ file: URL, _ plan: MoviePartPlan, in folder: TemporaryFolder) throws -> URL {
        let form = plan.isCopied ? MoviePartForm.copied : .lines(480)
        let parts = try (0..<MoviePartLayout(form).count(durationInSeconds: plan.duration)).map { number in
            try part(number, form, of: file)
        }
        return try folder.write(parts.reduce(Data(), +), to: "joined.mp4")
    }

    @Test func `a gap between packets that no sample can last makes a part fail`() throws {
        let folder = try TemporaryFolder()
        // libavformat ends the process if a sample lasts longer than 2³¹ units, which are 23,861 seconds.
        let file = try #require(
            try FFmpeg.movie(
                "a.ts", in: folder,
                [
                    "-f", "lavfi", "-i", "testsrc=s=64x48:r=10:d=4", "-vf", "setpts=PTS+gte(N\\,20)*25000/TB", "-vsync",
                    "passthrough", "-c:v", "libx264", "-g", "250", "-sc_threshold", "0", "-bf", "0", "-pix_fmt",
                    "yuv420p",
                ]))
        #expect(try plan(file).isCopied)
        let error = try #require(throws: MediaError.self) { try part(0, .copied, of: file) }
        #expect(error.code == .unreadable)
        #expect(error.message.contains("too far apart"))
    }

    @Test(arguments: SampleClip.all)
    func `the parts of a video join without gaps`(_ clip: SampleClip) throws {
        let folder = try TemporaryFolder()
        guard let file = try clip.make(in: folder) else { return }
        let plan = try plan(file)
        #expect(plan.isCopied == clip.isCopied)
        #expect(plan.hasSound)
        #expect(abs(plan.duration - 9) < 0.2)
        let joined = try joined(file, plan, in: folder)

        let video = try SampleClip.packets(of: joined, stream: "v").sorted { $0.time < $1.time }
        // A demuxer may hide the last frames of a transport stream.
        #expect((223...226).contains(video.count), "\(video.count) frames")
        for (frame, next) in zip(video, video.dropFirst()) {
            #expect(abs(next.time - frame.time - 0.04) < 0.002, "at \(frame.time)")
        }
        let sound = try SampleClip.packets(of: joined, stream: "a")
        let rates = try SampleClip.facts(
            of: joined, ["-select_streams", "a", "-show_entries", "stream=sample_rate,codec_name"])
        let rate = try #require(rates.firstMatch(of: /sample_rate=([0-9]+)/).flatMap { Double($0.1) })
        #expect(rates.contains("codec_name=aac"))
        for (packet, next) in zip(sound, sound.dropFirst()) {
            #expect(abs(next.time - packet.time - 1024 / rate) < 0.001, "at \(packet.time)")
        }
        #expect(try #require(sound.first).time < 0.05)
        #expect(abs(try #require(sound.last).time - 9) < 0.1)
        let facts = try SampleClip.facts(
            of: joined, ["-select_streams", "v", "-show_entries", "stream=codec_name,pix_fmt"])
        #expect(facts.contains("codec_name=h264") && facts.contains("pix_fmt=yuv420p"))
    }

    @Test func `each part plays alone and begins with a keyframe at its place`() throws {
        let folder = try TemporaryFolder()
        let file = try #require(try SampleClip.all[0].make(in: folder))
        let layout = MoviePartLayout(.lines(480))
        for (number, frames) in [7, 6, 12, 25, 50, 100, 25].enumerated() {
            let part = try folder.write(part(number, .lines(480), of: file), to: "part-\(number).mp4")
            #expect(try SampleClip.complaints(about: part) == "")
            let packets = try SampleClip.packets(of: part, stream: "v")
            #expect(packets.count == frames)
            #expect(packets.first?.isKeyframe == true)
            #expect(packets.dropFirst().allSatisfy { !$0.isKeyframe })
            // The first frame that begins in the part's span.
            #expect((0..<0.0401).contains(try #require(packets.first).time - layout.start(of: number)))
        }
    }

    @Test func `a part of HDR is tagged as BT.709 and keeps the brightness of white`() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("white.mov")
        // HLG white of 75 % is white on paper.
        let made = try SampleClip.encode([
            "-f", "lavfi", "-i", "color=white:size=64x64:rate=10:duration=1",
            "-vf", "format=yuv420p10le,lutyuv=y=721:u=512:v=512", "-pix_fmt", "yuv420p10le",
            "-c:v", "libx265", "-x265-params",
            "log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc", "-tag:v", "hvc1", file.path,
        ])
        guard made else { return }
        let part = try folder.write(part(0, .lines(480), of: file), to: "part.mp4")
        let facts = try SampleClip.facts(
            of: part, ["-show_entries", "stream=pix_fmt,color_space,color_transfer,color_primaries,color_range"])
        for fact in [
            "pix_fmt=yuv420p", "color_space=bt709", "color_transfer=bt709", "color_primaries=bt709", "color_range=tv",
        ] {
            #expect(facts.contains(fact), "\(facts)")
        }
        let raw = folder.file("raw.grey")
        #expect(
            try SampleClip.encode(["-i", part.path, "-frames:v", "1", "-pix_fmt", "gray", "-f", "rawvideo", raw.path]))
        let pixels = try Data(contentsOf: raw)
        let mean = Double(pixels.reduce(0) { $0 + Int($1) }) / Double(pixels.count)
        // Not the code value of HLG, and not clipped.
        #expect((205...250).contains(mean), "\(mean)")
    }

    @Test func `rotation stays a display matrix`() throws {
        let folder = try TemporaryFolder()
        let clip = try #require(SampleClip.all.first { $0.description == "rotated HEVC" })
        guard let file = try clip.make(in: folder, seconds: 1) else { return }
        let plan = try plan(file)
        #expect(plan.pixelWidth == 240 && plan.pixelHeight == 320)
        let part = try folder.write(part(0, .lines(480), of: file), to: "part.mp4")
        let facts = try SampleClip.facts(
            of: part, ["-select_streams", "v", "-show_entries", "stream=width,height:stream_side_data=rotation"])
        let original = try SampleClip.facts(
            of: file, ["-select_streams", "v", "-show_entries", "stream=width,height:stream_side_data=rotation"])
        #expect(facts.contains("rotation=") && facts == original)
    }

    @Test(arguments: [(1080, 480, 360), (720, 480, 360), (240, 320, 240), (480, 480, 360)])
    func `a part has at most as many lines as its form and never more than the video`(
        lines: Int, width: Int, height: Int
    ) throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.mov")
        #expect(
            try SampleClip.encode([
                "-f", "lavfi", "-i", "testsrc2=size=480x360:rate=5:duration=1", "-c:v", "mjpeg", file.path,
            ]))
        let part = try folder.write(part(0, .lines(lines), of: file), to: "part.mp4")
        let facts = try SampleClip.facts(of: part, ["-show_entries", "stream=width,height"])
        #expect(facts.contains("width=\(width)\n") && facts.contains("height=\(height)\n"))
    }

    @Test func `a frame that lasts longer than a part fills the parts without a frame`() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("slow.mov")
        #expect(
            try SampleClip.encode([
                "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=1/10:duration=30", "-c:v", "mjpeg", file.path,
            ]))
        let plan = try plan(file)
        let joined = try joined(file, plan, in: folder)
        let times = try SampleClip.packets(of: joined, stream: "v").map(\.time)
        #expect(times == [0, 0.25, 0.5, 1, 2, 4, 8, 10, 12, 16, 20, 24, 28])
    }

    @Test(arguments: [
        ("2", [0, 0.25, 0.5, 1, 1.5]), ("5", [0, 0.2, 0.25, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8]),
    ])
    func `each short part of a video with few frames has one`(rate: String, expected: [Double]) throws {
        let folder = try TemporaryFolder()
        let file = folder.file("few.mov")
        #expect(
            try SampleClip.encode([
                "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=\(rate):duration=2", "-c:v", "mjpeg", file.path,
            ]))
        let packets = try SampleClip.packets(of: joined(file, plan(file), in: folder), stream: "v")
        #expect(packets.map { ($0.time * 1000).rounded() / 1000 } == expected)
    }

    @Test func `a tone goes on from part to part`() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("tone.mov")
        #expect(
            try SampleClip.encode([
                "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=10:duration=6", "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=48000:duration=6", "-c:v", "mjpeg", "-c:a", "pcm_s16le", file.path,
            ]))
        let raw = folder.file("sound.raw")
        let joined = try joined(file, plan(file), in: folder)
        #expect(try SampleClip.encode(["-i", joined.path, "-ac", "1", "-f", "f32le", "-ar", "48000", raw.path]))
        let samples = try Data(contentsOf: raw).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        // A tone follows from its last two samples. A gap or a click does not.
        let factor = Float(2 * cos(2 * Double.pi * 440 / 48_000))
        let loudest = try #require(samples[9600..<278_400].map(abs).max())
        #expect(loudest > 0.05)
        for index in 9600..<278_400 {
            let expected = factor * samples[index - 1] - samples[index - 2]
            #expect(abs(samples[index] - expected) < loudest * 0.02, "at \(Double(index) / 48_000)")
        }
    }

    @Test func `a video without sound has parts without sound`() throws {
        let folder = try TemporaryFolder()
        guard let file = try SampleClip.all[0].make(in: folder, seconds: 1, hasSound: false) else { return }
        let plan = try plan(file)
        #expect(!plan.hasSound)
        #expect(!plan.contentType.contains("mp4a"))
        let part = try folder.write(part(0, .lines(480), of: file), to: "part.mp4")
        #expect(try SampleClip.packets(of: part, stream: "a").isEmpty)
    }

    @Test func `sound is where it was`() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("beep.mov")
        // Silence, and a tone from 4.5 to 5 seconds.
        let tone = "sine=frequency=1000:sample_rate=48000:duration=8,volume='between(t,4.5,5)':eval=frame"
        #expect(
            try SampleClip.encode([
                "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=10:duration=8", "-f", "lavfi", "-i", tone,
                "-c:v", "mjpeg", "-c:a", "aac", file.path,
            ]))
        let joined = try joined(file, plan(file), in: folder)
        let raw = folder.file("sound.raw")
        #expect(try SampleClip.encode(["-i", joined.path, "-ac", "1", "-f", "f32le", "-ar", "48000", raw.path]))
        let samples = try Data(contentsOf: raw).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        let loud = samples.indices.filter { abs(samples[$0]) > 0.03 }
        let first = try #require(loud.first)
        let last = try #require(loud.last)
        #expect(abs(Double(first) / 48_000 - 4.5) < 0.03)
        #expect(abs(Double(last) / 48_000 - 5) < 0.03)
        // No part has a click at its start.
        for start in [12_000, 24_000, 48_000, 96_000, 192_000] {
            #expect(samples[(start - 2000)..<(start + 2000)].allSatisfy { abs($0) < 0.01 })
        }
    }

    @Test(arguments: [0, 2, 4])
    func `a truncated video has parts or a clear error`(_ kind: Int) throws {
        let folder = try TemporaryFolder()
        guard let file = try SampleClip.all[kind].make(in: folder) else { return }
        let whole = try Data(contentsOf: file)
        for tenth in 1...9 {
            let cut = try folder.write(whole.prefix(whole.count * tenth / 10), to: "cut.\(file.pathExtension)")
            do {
                let plan = try plan(cut)
                let form = plan.isCopied ? MoviePartForm.copied : .lines(480)
                for number in 0..<MoviePartLayout(form).count(durationInSeconds: plan.duration) {
                    #expect(try !part(number, form, of: cut).isEmpty)
                }
            } catch let error as MediaError {
                #expect(!error.message.isEmpty)
                #expect([.unreadable, .notMedia, .unsupported].contains(error.code), "\(error)")
            }
        }
    }

    @Test func `a part that does not exist fails`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(SampleMedia.h264Movie(), to: "movie.mov")
        for number in [-1, 50, 43_000] {
            let error = try #require(throws: MediaError.self) { try part(number, .lines(480), of: file) }
            #expect(error.code == .unreadable)
        }
        let photo = try folder.write(SampleMedia.photograph(width: 64, height: 48), to: "photo.jpg")
        let error = try #require(throws: MediaError.self) { try part(0, .lines(480), of: photo) }
        #expect(error.code == .notMedia)
    }

    @Test func `packets of another codec are not copied`() throws {
        let folder = try TemporaryFolder()
        guard let file = try SampleClip.all[0].make(in: folder, seconds: 1) else { return }
        let error = try #require(throws: MediaError.self) { try part(0, .copied, of: file) }
        #expect(error.code == .unsupported)
    }

    @Test(arguments: [SampleClip.all[0], SampleClip.all[2], SampleClip.all[5]])
    func `the frames of a position bar follow the video`(_ clip: SampleClip) throws {
        let folder = try TemporaryFolder()
        guard let file = try clip.make(in: folder, seconds: 4, framesPerSecond: 10) else { return }
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        let request = MovieFramesRequest(filename: file.lastPathComponent, count: 6, longSide: 160)
        let rendering = try MovieFrames.render(descriptor: handle.fileDescriptor, request)
        #expect(rendering.pictures.count == 6)
        let isTurned = clip.description == "rotated HEVC"
        #expect(rendering.pictures.allSatisfy { $0.width == (isTurned ? 120 : 160) && $0.longSide == 160 })
        // The test picture changes with time.
        let contents = Set(rendering.pictures.map { $0.withBytes { Data($0) } })
        #expect(contents.count == 6)
    }
}
