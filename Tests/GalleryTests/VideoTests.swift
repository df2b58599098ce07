import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Videos, which the browser plays from the server's files.
    @Suite struct VideoTests {
        @Test func `a video plays and seeks`() async throws {
            let folder = try TemporaryFolder()
            try folder.write(SampleMedia.h264Movie(frames: 50, framesPerSecond: 10), to: "movie.mov")
            let library = try TemporaryLibrary()
            try library.importPaths([folder.path])
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                let video = "document.querySelector('photo-viewer video')"
                try await browser.wait(for: "\(video).readyState >= 1")
                let duration: Double = try await browser.evaluate("return \(video).duration")
                #expect(duration == 5)
                try await browser.press(.space)
                try await browser.wait(for: "\(video).currentTime > 0.3 && !\(video).paused")
                try await browser.press(.space)
                try await browser.wait(for: "\(video).paused")

                try await browser.run("\(video).currentTime = 4")
                try await browser.wait(for: "!\(video).seeking && \(video).readyState >= 2")
                #expect(try await browser.evaluate("return \(video).currentTime") as Double == 4)
                try await browser.press(.space)
                try await browser.wait(for: "\(video).currentTime > 4.2")
                try await visit.keepScreenshot("video")

                try await browser.press(.escape)
                try await visit.waitForNoViewer()
                let playing: Int = try await browser.evaluate(
                    "return [...document.querySelectorAll('video')].filter((video) => !video.paused).length")
                #expect(playing == 0)
            }
        }

        @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
        func `a real HEVC video plays`() async throws {
            let library = try TemporaryLibrary()
            try library.importPaths([RealMedia.folder.appending(path: "videos/derived/hevc-hvc1.mov").path])
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.openViewer(at: 0)
                let video = "document.querySelector('photo-viewer video')"
                try await visit.browser.wait(for: "\(video)?.readyState >= 2")
                try await visit.browser.press(.space)
                try await visit.browser.wait(for: "\(video).currentTime > 0.2")
                try await visit.keepScreenshot("video-hevc")
            }
        }
    }
}
