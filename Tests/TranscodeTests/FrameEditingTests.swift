import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Testing

/// §6.6: the frames of a video that the host edits one by one.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct FrameEditingTests {
    private func ramp(
        in folder: TemporaryFolder, rate: Int = 30, seconds: Double = 1, step: Int = 0, _ options: [String] = []
    ) throws -> URL {
        try SampleClip.make(
            "ramp.mov", in: folder,
            SampleClip.ramp(rate: rate, seconds: seconds, step: step) + SampleClip.h264 + ["-qp", "0"] + options)
    }

    private func isNear(_ one: [Double], _ other: [Double], by tolerance: Double) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) <= tolerance }
    }

    @Test func `each frame comes once, in order, at ffprobe's time, and gets its own graph`() throws {
        let folder = try TemporaryFolder()
        // Frames of different durations, which the encoder reorders.
        let source = try SampleClip.make(
            "uneven.mov", in: folder,
            ["-f", "lavfi", "-i", "color=c=0xC8C8C8:size=64x64:rate=30:duration=1"]
                + ["-vf", "select='not(eq(mod(n,5),3))',format=yuv420p", "-fps_mode", "passthrough"]
                + ["-c:v", "libx264", "-preset", "medium", "-bf", "2"])
        let log = FrameLog()
        let result = try Exported(
            Exported.preset("highestQuality"), of: [source], in: folder,
            frames: FrameEditing { frame in
                log.append(frame)
                return FrameGraphs.darkened(frame, stops: Double(frame.number) / 10)
            })
        let times = try MovieFacts.frameTimes(of: source)
        #expect(times.count == 24)
        #expect(log.all.map(\.number) == Array(0..<24))
        #expect(isNear(log.times, times, by: 1e-6), "\(log.times)")
        #expect(log.all.allSatisfy { $0.width == 64 && $0.height == 64 })
        #expect(isNear(try MovieFacts.frameTimes(of: result.file), times, by: 0.001))
        let start = Double(try MovieFacts.lumas(of: source)[0])
        let expected = (0..<24).map { FrameGraphs.luma(start, darkenedBy: Double($0) / 10) }
        let lumas = try MovieFacts.lumas(of: result.file).map(Double.init)
        #expect(isNear(lumas, expected, by: 2.5), "\(lumas) instead of \(expected)")
    }

    @Test func `frames stay unchanged, and a graph without the frame is a picture`() throws {
        let folder = try TemporaryFolder()
        let source = try ramp(in: folder, rate: 10, step: 8)
        let result = try Exported(
            Exported.preset("highestQuality"), of: [source], in: folder,
            frames: FrameEditing { frame in
                guard frame.number % 2 == 1 else { return .unchanged }
                return .graph(ImageGraph(nodes: [.colour(GraphColour(red: 1, green: 1, blue: 1))]), sources: [])
            })
        let lumas = try MovieFacts.lumas(of: result.file).map(Double.init)
        let expected = (0..<10).map { (number: Int) -> Double in number % 2 == 1 ? 235 : Double(16 + 8 * number) }
        #expect(isNear(lumas, expected, by: 2), "\(lumas)")
    }

    @Test func `a picture of the client is sent once and drawn in each frame`() throws {
        let folder = try TemporaryFolder()
        let source = try ramp(in: folder, rate: 10, step: 8)
        let grey = Bitmap(width: 32, height: 64, hasAlpha: false, isCleared: false) { bytes in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : 128 }
        }
        let result = try Exported(
            Exported.preset("highestQuality"), of: [source], in: folder,
            frames: FrameEditing { frame in
                // The order of the sources differs from frame to frame.
                let isSwapped = frame.number % 3 == 0
                let graph = ImageGraph(nodes: [
                    .source(isSwapped ? 1 : 0), .source(isSwapped ? 0 : 1), .composite(input: 1, background: 0),
                ])
                let sources = [GraphSource.frame(frame), .pixels(grey)]
                return .graph(graph, sources: isSwapped ? sources.reversed() : sources)
            })
        // The right half shows the frames.
        let lumas = try MovieFacts.lumas(of: result.file)
        #expect(lumas.count == 10 && zip(lumas, lumas.dropFirst()).allSatisfy(<=), "\(lumas)")
        #expect(try #require(lumas.last) > #require(lumas.first) + 5)
        #expect(try abs(Int(result.pixel(12, 32)[0]) - 128) <= 4)
        #expect(try abs(Int(result.pixel(48, 32)[0])) <= 6)
    }

    @Test func `pixels cross on request, and not after the call`() throws {
        let folder = try TemporaryFolder()
        let source = try ramp(in: folder, rate: 10, seconds: 0.5, step: 40)
        let log = FrameLog()
        let pool = try Exported.pool.get()
        _ = try Exported(
            Exported.preset("640x480"), of: [source], in: folder,
            frames: FrameEditing { frame in
                let expected = Double(frame.number * 40) * 255 / 219
                let bitmap = try frame.pixels()
                #expect(bitmap.width == 64 && bitmap.height == 64)
                #expect(bitmap.withBytes { abs(Double($0[0]) - expected) <= 2 && $0[3] == 255 })
                #expect(try frame.pixels() === bitmap)
                log.append(frame)
                guard frame.number == 1 else { return FrameGraphs.darkened(frame, stops: 1) }
                // Renders the frame in another process, as a client's context does in a filter handler.
                let inverted = ImageGraph(nodes: [.source(0), .filter(input: 0, .invert)])
                let area = GraphRectangle(x: 0, y: 0, width: 64, height: 64)
                let rendering = try pool.render(
                    GraphRequest(graph: inverted, rectangle: area, output: .file(.init(.png))),
                    sources: [.frame(frame)])
                guard case .file(let png) = rendering else { throw MediaError(.unreadable, "no file") }
                #expect(png.count > 0)
                return .unchanged
            })
        #expect(log.all.count == 5)
        for frame in log.all {
            let error = #expect(throws: MediaError.self) { try frame.pixels() }
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains("Frame \(frame.number) of the video was kept") == true)
        }
    }

    @Test func `another thread copies the pixels while the closure waits`() throws {
        let folder = try TemporaryFolder()
        let source = try ramp(in: folder, rate: 10, seconds: 0.3, step: 40)
        let log = FrameLog()
        _ = try Exported(
            Exported.preset("640x480"), of: [source], in: folder,
            frames: FrameEditing { frame in
                DispatchQueue.global().sync { if (try? frame.pixels()) != nil { log.append(frame) } }
                return .unchanged
            })
        #expect(log.all.map(\.number) == [0, 1, 2])
    }

    @Test func `a frame of an earlier call in a graph is an error that says why`() throws {
        let folder = try TemporaryFolder()
        let source = try ramp(in: folder, rate: 10, seconds: 0.5)
        let log = FrameLog()
        let error = #expect(throws: MediaError.self) {
            try Exported(
                Exported.preset("640x480"), of: [source], in: folder,
                frames: FrameEditing { frame in
                    log.append(frame)
                    return FrameGraphs.darkened(log.all[0], stops: 1)
                })
        }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("contains frame 0, which was kept") == true, "\(String(describing: error))")
        #expect(log.all.count == 2)
    }

    @Test func `the render size crops and leaves black, and the frame duration counts`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "white.mov", in: folder,
            ["-f", "lavfi", "-i", "color=c=white:size=64x64:rate=30:duration=1"] + SampleClip.h264 + ["-qp", "0"])
        let log = FrameLog()
        let result = try Exported(
            Exported.preset("highestQuality"), of: [source], in: folder,
            frames: FrameEditing(
                renderSize: PixelSize(width: 100, height: 80), frameDuration: MediaTime(value: 1, timescale: 10)
            ) { frame in
                log.append(frame)
                return .graph(ImageGraph(nodes: [.source(0)]), sources: [.frame(frame)])
            })
        #expect(log.all.allSatisfy { $0.width == 64 && $0.height == 64 })
        #expect(isNear(log.times, (0..<10).map { Double($0) / 10 }, by: 1e-6), "\(log.times)")
        #expect(isNear(try MovieFacts.frameTimes(of: result.file), log.times, by: 0.001))
        let picture = try result.facts.picture
        #expect(picture.width == 100 && picture.height == 80)
        // The frame is at the lower left.
        #expect(try result.pixel(10, 70)[0] > 245)
        #expect(try result.pixel(10, 6)[0] < 10)
        #expect(try result.pixel(84, 70)[0] < 10)
    }

    @Test func `a turned clip comes upright, and its result isn't turned`() throws {
        let folder = try TemporaryFolder()
        let clip = try SampleClip.make(
            "wide.mov", in: folder, SampleClip.pattern("128x64", rate: 10, seconds: 0.3) + SampleClip.h264)
        let turned = try SampleClip.turned(clip, by: 90, in: folder)
        let log = FrameLog()
        let result = try Exported(
            Exported.preset("640x480"), of: [turned], in: folder,
            frames: FrameEditing { frame in
                log.append(frame)
                return .unchanged
            })
        #expect(log.all.map(\.size) == Array(repeating: PixelSize(width: 64, height: 128), count: 3))
        let picture = try result.facts.picture
        #expect(picture.width == 64 && picture.height == 128 && picture.rotation == 0)
    }

    @Test func `slow motion has the times of the composition`() throws {
        let folder = try TemporaryFolder()
        let source = try ramp(in: folder, rate: 10, step: 8)
        var export = try Exported.preset("highestQuality")
        export.segments = [
            VideoExport.Segment(
                source: MediaTimeRange(
                    start: MediaTime(value: 1, timescale: 2), duration: MediaTime(value: 1, timescale: 2)),
                targetDuration: MediaTime(value: 1, timescale: 1))
        ]
        let log = FrameLog()
        let result = try Exported(
            export, of: [source], in: folder,
            frames: FrameEditing { frame in
                log.append(frame)
                return FrameGraphs.darkened(frame, stops: 1)
            })
        #expect(isNear(log.times, [0, 0.2, 0.4, 0.6, 0.8], by: 0.001), "\(log.times)")
        let lumas = try MovieFacts.lumas(of: result.file).map(Double.init)
        let expected = (5..<10).map { FrameGraphs.luma(Double(16 + 8 * $0), darkenedBy: 1) }
        #expect(isNear(lumas, expected, by: 2.5), "\(lumas)")
    }

    @Test func `a copy and impossible settings are refused`() throws {
        let folder = try TemporaryFolder()
        let source = try ramp(in: folder, rate: 10, seconds: 0.3)
        for (preset, size, duration) in [
            ("passthrough", nil, nil), ("640x480", PixelSize(width: 0, height: 5), nil),
            ("640x480", nil, MediaTime(value: 0, timescale: 1)),
        ] as [(String, PixelSize?, MediaTime?)] {
            let error = #expect(throws: MediaError.self) {
                try Exported(
                    Exported.preset(preset), of: [source], in: folder,
                    frames: FrameEditing(renderSize: size, frameDuration: duration) { _ in .unchanged })
            }
            #expect(error?.code == .unsupported)
        }
    }
}
