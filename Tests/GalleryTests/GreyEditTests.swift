import AlbumenTestSupport
import BlobStore
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

extension PageTests {
    /// Videos and Live Photos with a grey filter, which an app applied to each frame (§6.6).
    @Suite(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason))) struct GreyEditTests {
        private static let identifier = "6B1C7E4A-0F55-4B7C-9E0C-3A5D0F2B8C11"
        private static let seconds = 2

        /// Creates a library with a Live Photo and a video of moving colours.
        private func makeLibrary() throws -> TemporaryLibrary {
            let library = try TemporaryLibrary()
            let folder = try TemporaryFolder()
            for (name, identifier) in [("IMG_1.MOV", "A0A0A0A0"), ("IMG_2.MOV", nil)] {
                let tag = identifier.map { ["-metadata", "com.apple.quicktime.content.identifier=\($0)"] } ?? []
                try #require(
                    try FFmpeg.run(
                        [
                            "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=\(Self.seconds)", "-c:v",
                            "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-movflags", "use_metadata_tags",
                        ] + tag + [folder.file(name).path]))
            }
            let photo = try SampleMedia.livePhotoPicture(contentIdentifier: "A0A0A0A0", width: 320, height: 240)
            try folder.write(photo, to: "IMG_1.JPG")
            try library.importPaths([folder.path])
            return library
        }

        /// Edits all assets as an app does.
        private func makeGrey(_ library: TemporaryLibrary) throws {
            let view = library.library.view(for: .owner(through: "test"))
            let workers = try WorkerPool.shared()
            for asset in try view.assets(withIdentifiers: view.assetIdentifiers(AssetFetch())).values {
                let folder = try TemporaryFolder()
                let editing = try #require(try view.editing(ofAsset: asset.uuid))
                var renderings: [EditRendering] = []
                for file in editing.current {
                    let digest = file.sha256
                    let source = try library.library.originals.open(digest)
                    try source.withDescriptor { descriptor in
                        if file.type == .photo {
                            let grey = try greyPhoto(descriptor, workers)
                            let url = try folder.write(grey, to: "grey.jpg")
                            renderings.append(EditRendering(type: .fullSizePhoto, file: url))
                        } else {
                            let url = folder.file("grey.mov")
                            try makeGreyVideo(descriptor, url, workers)
                            let type: ResourceType = file.type == .video ? .fullSizeVideo : .fullSizePairedVideo
                            renderings.append(EditRendering(type: type, file: url))
                        }
                    }
                }
                let edit = AssetEdit(
                    adjustment: AdjustmentData(
                        formatIdentifier: "com.example.grey", formatVersion: "1", data: Data("grey".utf8)),
                    renderings: renderings, base: editing.revision)
                try view.commit([.edit(edit, assetUUID: asset.uuid)])
            }
        }

        private static let graph = ImageGraph(nodes: [
            .source(0), .filter(input: 0, .colourControls(saturation: 0, brightness: 0, contrast: 1)),
        ])

        private func greyPhoto(_ descriptor: Int32, _ workers: WorkerPool) throws -> Data {
            let request = GraphRequest(
                graph: Self.graph, rectangle: GraphRectangle(x: 0, y: 0, width: 320, height: 240),
                output: .file(GraphRequest.File(.jpeg)))
            let rendering = try workers.render(
                request, sources: [.file(descriptor: descriptor, filename: "", appliesOrientation: true)])
            return try workers.markedPhoto(try #require(rendering.file), contentIdentifier: Self.identifier)
        }

        private func makeGreyVideo(_ descriptor: Int32, _ url: URL, _ workers: WorkerPool) throws {
            let output = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            defer { close(output) }
            var export = try #require(VideoExport.presets["highestQuality"])
            export.container = .mov
            export.stillImageTime = MediaTime(value: 1, timescale: 1)
            export.addedMetadata = [
                ExportedMetadata.Entry(key: "com.apple.quicktime.content.identifier", value: Self.identifier)
            ]
            let frames = FrameEditing { .graph(Self.graph, sources: [.frame($0)]) }
            _ = try VideoExporter(workers: workers).run(export, from: [descriptor], to: output, frames: frames)
        }

        /// Waits until the video shows a picture that isn't black and has no colours.
        private func waitForGrey(_ video: String, _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: """
                    (() => {
                      const video = \(video);
                      if (!(video?.readyState >= 2) || !(video.currentTime > 0.2)) return false;
                      const context = new OffscreenCanvas(16, 12).getContext("2d");
                      context.drawImage(video, 0, 0, 16, 12);
                      const pixels = context.getImageData(0, 0, 16, 12).data;
                      let brightest = 0;
                      for (let index = 0; index < pixels.length; index += 4) {
                        const colour = [...pixels.slice(index, index + 3)];
                        brightest = Math.max(brightest, ...colour);
                        if (Math.max(...colour) - Math.min(...colour) > 12) return false;
                      }
                      return brightest > 60;
                    })()
                    """)
        }

        @Test func `the page plays the grey video and the grey Live Photo`() async throws {
            let library = try makeLibrary()
            try makeGrey(library)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                for rank in 0..<2 {
                    if rank == 1 { try await browser.press(.right) }
                    try await browser.wait(for: "document.querySelector('.viewer-slide.is-awake video') !== null")
                    try await visit.waitForStillness()
                    let video = "document.querySelector('.viewer-slide.is-awake video')"
                    let isLive: Bool = try await browser.evaluate("return \(video).matches('.viewer-live-video')")
                    if isLive { try await browser.type("l") } else { try await browser.press(.space) }
                    try await waitForGrey(video, visit)
                    try await visit.keepScreenshot(isLive ? "grey-live-photo" : "grey-video")
                }
            }
        }
    }
}
