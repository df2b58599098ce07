import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Photos and videos whose originals are only in the library's place.
    @Suite struct CloudBadgeTests {
        private static let badge = "document.querySelector('.viewer-slide.is-awake .viewer-cloud')"

        @Test func `a remote video says so, and plays`() async throws {
            let (library, place) = (try TemporaryLibrary(), try TemporaryFolder())
            let folder = try TemporaryFolder()
            try folder.write(SampleMedia.gappedMovie(), to: "movie.mov")
            try library.importPaths([folder.path])
            try library.moveOriginals(to: place)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                try await browser.wait(
                    for: "!\(Self.badge)?.hidden && \(Self.badge).textContent === 'Plays from the cloud'")
                let video = "document.querySelector('photo-viewer video')"
                try await browser.wait(for: "\(video).readyState >= 1")
                try await browser.press(.space)
                try await browser.wait(for: "\(video).currentTime > 0.3 && !\(video).paused")
                try await visit.keepScreenshot("cloud-video")
            }
        }

        @Test func `a remote photo comes while it's on show`() async throws {
            let (library, place, folder) = (try TemporaryLibrary(), try TemporaryFolder(), try TemporaryFolder())
            try folder.write(SampleMedia.photograph(width: 2400, height: 1600, comment: "cloud"), to: "a.jpg")
            try library.importPaths([folder.path])
            try library.moveOriginals(to: place)
            let hidden = place.url.deletingLastPathComponent().appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: hidden) }
            try FileManager.default.moveItem(at: place.url, to: hidden)
            try await GalleryVisit.run(library.folder, mayReport: "albumen: changes are not sent now: ") { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(Self.badge)?.textContent.startsWith('Not downloaded: ')")
                try await visit.keepScreenshot("cloud-absent")
                try FileManager.default.moveItem(at: hidden, to: place.url)
                try await browser.find(".viewer-slide.is-awake .viewer-cloud button").click()
                // The badge leaves with the end of the download.
                try await browser.wait(
                    for: """
                        \(Self.badge)?.hidden
                          && document.querySelector('.viewer-slide.is-awake .viewer-frame img') !== null
                        """)
                let originals = try FileManager.default.subpathsOfDirectory(
                    atPath: library.folder.appending(path: "originals").path)
                // A name is a folder of two digits, and 64 digits.
                #expect(originals.filter { $0.count > 60 }.count == 1)
            }
        }
    }
}
