import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Videos that the browser can't play as they are. The server makes their parts.
    @Suite(.enabled(if: SampleClip.canBeMade, Comment(rawValue: SampleClip.absence))) struct MoviePartTests {
        static let video = "document.querySelector('photo-viewer .viewer-slide.is-awake video')"

        @Test(arguments: SampleClip.all)
        func `every kind of video plays, also after a seek`(_ clip: SampleClip) async throws {
            try await visit(clip, seconds: 14) { visit in
                let (browser, video) = (visit.browser, Self.video)
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(video)?.readyState >= 1")
                let isFile: Bool = try await browser.evaluate("return !\(video).src.startsWith('blob:')")
                #expect(!isFile)
                let (duration, width): (Double, Int) = (
                    try await browser.evaluate("return \(video).duration"),
                    try await browser.evaluate("return \(video).videoWidth")
                )
                #expect(abs(duration - 14) < 0.3)
                #expect(width == (clip.description == "rotated HEVC" ? 240 : 320))
                try await browser.press(.space)
                try await browser.wait(for: "\(video).currentTime > 0.5 && !\(video).paused")
                try await browser.run("\(video).currentTime = 10.5")
                try await browser.wait(for: "!\(video).seeking && \(video).currentTime > 11")
                let error: String? = try await browser.evaluate("return \(video).error?.message ?? null")
                #expect(error == nil)
                try await visit.keepScreenshot("parts-\(clip.description)")
            }
        }

        @Test func `a seek loads one part, and playback continues to the end`() async throws {
            try await visit(SampleClip.all[0], seconds: 21) { visit in
                let (browser, video) = (visit.browser, Self.video)
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(video)?.readyState >= 3")
                try await browser.wait(for: "\(video).buffered.length === 1 && \(video).buffered.end(0) > 3.9")
                #expect(try await partNumbers(visit) == [0, 1, 2, 3, 4], "before playback, four seconds are made")
                try await browser.run("\(video).currentTime = 18.5")
                try await browser.wait(for: "!\(video).seeking && \(video).readyState >= 2")
                #expect(try await partNumbers(visit).prefix(6) == [0, 1, 2, 3, 4, 8])
                try await browser.press(.space)
                try await browser.wait(for: "\(video).ended")
                let position: Double = try await browser.evaluate("return \(video).currentTime")
                #expect(abs(position - 21) < 0.3)
            }
        }

        @Test func `leaving a video cancels its request`() async throws {
            let folder = try TemporaryFolder()
            let file = folder.file("long.mov")
            #expect(
                try SampleClip.encode([
                    "-f", "lavfi", "-i", "testsrc2=size=3840x2160:rate=60:duration=2", "-c:v", "mjpeg", file.path,
                ]))
            let library = try TemporaryLibrary()
            try library.importPaths([file.path])
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                // The reader sees that the video is being prepared.
                try await browser.wait(
                    for: "document.querySelector('.movie-status:not([hidden])')?.innerText.length > 0")
                // Stops the worker, so that it can't finish the part.
                let (folder, server) = (library.folder.path, visit.server.processIdentifier)
                let stopped = try await onOwnThread {
                    var workers: [pid_t] = []
                    try waitUntil {
                        workers = WorkerProcesses.using(folder, startedBy: server)
                        return !workers.isEmpty
                    }
                    for worker in workers { kill(worker, SIGSTOP) }
                    return workers
                }
                let parts = {
                    (FileManager.default.subpaths(atPath: folder + "/parts") ?? []).filter { $0.hasSuffix(".mp4") }
                }
                let stored = parts()
                try await visit.keepScreenshot("parts-waiting")
                try await browser.press(.escape)
                try await visit.waitForNoViewer()
                // The cancelled request ends its worker. Others continue.
                try await waitUntil { !stopped.allSatisfy(WorkerProcesses.isRunning) }
                for worker in stopped where WorkerProcesses.isRunning(worker) { kill(worker, SIGCONT) }
                try await waitUntil { WorkerProcesses.using(folder, startedBy: server).isEmpty }
                #expect(parts() == stored)
            }
        }

        @Test func `a truncated video plays up to its end`() async throws {
            let clip = try #require(SampleClip.all.first { $0.description == "MPEG-2" })
            try await visit(clip, seconds: 14, cutTo: 0.6) { visit in
                let (browser, video) = (visit.browser, Self.video)
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(video)?.readyState >= 1")
                try await browser.press(.space)
                try await browser.wait(for: "\(video).currentTime > 1")
                try await browser.wait(for: "\(video).ended")
                let position: Double = try await browser.evaluate("return \(video).currentTime")
                #expect((2...13).contains(position))
                // The browser logs the server's refusals.
                _ = try await browser.takeConsole()
            }
        }

        @Test func `a damaged file plays on in parts at its position`() async throws {
            let folder = try TemporaryFolder()
            let file = folder.file("damaged.mp4")
            #expect(
                try SampleClip.encode([
                    "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=20", "-c:v", "libx264", "-pix_fmt",
                    "yuv420p", "-g", "25", "-bf", "0", file.path,
                ]))
            // Packets whose lengths are wrong stop the browser's decoder. The worker's skips them.
            var bytes = try Data(contentsOf: file)
            let facts = try SampleClip.facts(
                of: file, ["-select_streams", "v", "-show_entries", "packet=pts_time,pos"])
            let places = facts.matches(of: /pts_time=5\.[0-3][0-9]*\npos=([0-9]+)/).compactMap { Int($0.1) }
            #expect(places.count >= 10)
            for place in places { bytes.replaceSubrange(place..<place + 4, with: [0x7F, 255, 255, 255]) }
            try bytes.write(to: file)
            let library = try TemporaryLibrary()
            try library.importPaths([file.path])
            try await GalleryVisit.run(library.folder) { visit in
                let (browser, video) = (visit.browser, Self.video)
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(video)?.readyState >= 1")
                #expect(try await browser.evaluate("return !\(video).src.startsWith('blob:')") as Bool)
                try await browser.run(
                    """
                    window.positions = [];
                    \(video).addEventListener("timeupdate", ({ target }) => {
                      if (target.src.startsWith("blob:")) window.positions.push(target.currentTime);
                    });
                    """)
                try await browser.run("\(video).currentTime = 3")
                try await browser.press(.space)
                try await browser.wait(for: "\(video).src.startsWith('blob:')")
                try await browser.wait(for: "\(video).currentTime > 8 && !\(video).paused")
                let first: Double = try await browser.evaluate("return Math.min(...window.positions)")
                #expect(first > 3, "It doesn't start again.")
                // The browser logs that it can't read the file.
                _ = try await browser.takeConsole()
            }
        }

        @Test func `a video without readable frames shows the reason`() async throws {
            let folder = try TemporaryFolder()
            let file = try #require(try SampleClip.all[0].make(in: folder, seconds: 2))
            var bytes = try Data(contentsOf: file)
            let media = try #require(bytes.range(of: Data("mdat".utf8)))
            let index = try #require(bytes.range(of: Data("moov".utf8)))
            for place in media.upperBound..<max(media.upperBound, index.lowerBound - 4) { bytes[place] = 0x55 }
            try bytes.write(to: file)
            let library = try TemporaryLibrary()
            try library.importPaths([file.path])
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.browser.find(".photo-tile").click()
                try await visit.browser.wait(for: "document.querySelector('.viewer-notice')?.innerText.length > 10")
                try await visit.waitForStillness()
                try await visit.keepScreenshot("parts-damaged")
                // The browser logs the server's refusals.
                _ = try await visit.browser.takeConsole()
            }
        }

        @Test func `the position bar shows frames and moves the position by key, mouse and finger`() async throws {
            try await visit(SampleClip.all[0], seconds: 20) { visit in
                let (browser, video) = (visit.browser, Self.video)
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(video)?.readyState >= 2")
                let frames = "[...document.querySelectorAll('.movie-frames > span')]"
                try await browser.wait(for: "\(frames).length > 0")
                let count: Int = try await browser.evaluate("return \(frames).length")
                #expect(count >= 4)
                try await browser.wait(
                    for: """
                        performance.getEntriesByType("resource")
                          .filter(({ name, responseEnd }) => name.includes("/video/frames") && responseEnd > 0).length === 1
                        """)
                let places: Int = try await browser.evaluate(
                    "return new Set(\(frames).map((frame) => frame.style.backgroundPositionX)).size")
                #expect(places == count)
                try await browser.run("document.querySelector('.movie-position').focus()")
                try await browser.press(.right, .right)
                try await browser.wait(for: "Math.abs(\(video).currentTime - 2) < 0.1")
                #expect(try await browser.evaluate("return document.querySelector('photo-viewer').rank") as Int == 0)
                try await browser.press(.end)
                try await browser.wait(for: "Math.abs(\(video).currentTime - \(video).duration) < 0.3")
                try await browser.press(.home)
                try await browser.wait(for: "\(video).currentTime === 0")
                try await browser.find(".movie-position").click()
                try await browser.wait(for: "Math.abs(\(video).currentTime - 10) < 1 && !\(video).seeking")
                try await browser.wait(for: "\(video).readyState >= 2")
                try await visit.keepScreenshot("position-bar")
            }
        }

        @Test func `a slow motion video plays slowed, and its switch ends that`() async throws {
            let folder = try TemporaryFolder()
            let file = folder.file("slow.mov")
            #expect(
                try SampleClip.encode([
                    "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=120:duration=8", "-c:v", "libx264", "-pix_fmt",
                    "yuv420p", "-g", "60", file.path,
                ]))
            let library = try TemporaryLibrary()
            try library.importPaths([file.path])
            try await GalleryVisit.run(library.folder) { visit in
                let (browser, video) = (visit.browser, Self.video)
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(video)?.readyState >= 1")
                try await browser.press(.space)
                // The first tenth plays at its own speed, then a quarter of it.
                try await browser.wait(for: "\(video).currentTime > 0.9")
                #expect(try await browser.evaluate("return \(video).playbackRate") as Double == 0.25)
                let slow = "document.querySelector('.movie-slow')"
                #expect(try await browser.evaluate("return \(slow).getAttribute('aria-pressed')") as String == "true")
                try await visit.keepScreenshot("slow-motion")
                try await browser.find(".movie-slow").click()
                try await browser.wait(for: "\(video).playbackRate === 1 && !\(video).paused")
                #expect(try await browser.evaluate("return \(slow).getAttribute('aria-pressed')") as String == "false")
                try await browser.find(".movie-slow").click()
                try await browser.wait(for: "\(video).playbackRate === 0.25 || \(video).currentTime > 7.2")
            }
        }

        @Test(arguments: [
            BrowserOptions(), BrowserOptions(colourScheme: .dark), .phone,
        ])
        func `the controls fit in the window, and a finger moves the position`(_ options: BrowserOptions) async throws {
            try await visit(SampleClip.all[0], seconds: 6, options) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(Self.video)?.readyState >= 1")
                try await browser.run("\(Self.video).currentTime = 2")
                try await browser.wait(for: "\(Self.video).readyState >= 2 && !\(Self.video).seeking")
                let outside: [String] = try await browser.evaluate(
                    """
                    return [...document.querySelectorAll(".movie-bar, .movie-bar *")].filter((element) => {
                      const { left, right, top, bottom } = element.getBoundingClientRect();
                      return left < -3 || right > innerWidth + 3 || top < 0 || bottom > innerHeight;
                    }).map(({ className }) => className)
                    """)
                #expect(outside.isEmpty)
                try await visit.keepScreenshot("movie-controls-\(options.width)-\(options.colourScheme)")
                guard options.isPhone else { return }
                let bar: [Double] = try await browser.evaluate(
                    """
                    const { left, top, width, height } = document.querySelector(".movie-position").getBoundingClientRect();
                    return [left, top + height / 2, width];
                    """)
                let start = BrowserSession.Point(x: bar[0] + bar[2] * 0.2, y: bar[1])
                let end = BrowserSession.Point(x: bar[0] + bar[2] * 0.75, y: bar[1])
                try await browser.touch(.start, start)
                try await browser.moveFinger(from: start, to: end)
                try await browser.touch(.end)
                try await browser.wait(for: "Math.abs(\(Self.video).currentTime - 4.5) < 0.4")
                #expect(try await browser.evaluate("return document.querySelector('photo-viewer').isOpen") as Bool)
            }
        }

        /// Opens the page of a library with one clip.
        private func visit(
            _ clip: SampleClip, seconds: Int, cutTo share: Double = 1, _ options: BrowserOptions = BrowserOptions(),
            _ body: (GalleryVisit) async throws -> Void
        ) async throws {
            let folder = try TemporaryFolder()
            guard let file = try clip.make(in: folder, seconds: seconds) else { return }
            if share < 1 {
                let bytes = try Data(contentsOf: file)
                try bytes.prefix(Int(Double(bytes.count) * share)).write(to: file)
            }
            let library = try TemporaryLibrary()
            try library.importPaths([file.path])
            try await GalleryVisit.run(library.folder, options, body)
        }

        /// Returns the numbers of the requested parts, in their order.
        private func partNumbers(_ visit: GalleryVisit) async throws -> [Int] {
            try await visit.browser.evaluate(
                """
                return performance.getEntriesByType("resource").map(({ name }) => new URL(name))
                  .filter(({ pathname }) => pathname.endsWith("/video/part"))
                  .map(({ searchParams }) => Number(searchParams.get("number")))
                """)
        }
    }
}
