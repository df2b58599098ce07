import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Exports whose photos are converted to JPEG.
@Suite struct ShownExportTests {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    private func export(_ form: ExportOptions.LivePhotoForm = .still) throws -> [ExportEvent] {
        var options = ExportOptions()
        options.convertsPhotos = true
        options.livePhotos = form
        var events: [ExportEvent] = []
        let export = Export(from: temporary.library.owner, to: folder.url, options: options) { events.append($0) }
        _ = try export.run(try Export.everything(in: temporary.library.owner))
        return events
    }

    private static func tiff(_ name: String) -> TemporaryLibrary.Sample {
        var sample = TemporaryLibrary.Sample.image(name) { probe in
            probe.uniformTypeIdentifier = "public.tiff"
            (probe.pixelWidth, probe.pixelHeight) = (30, 20)
        }
        sample.bytes = SampleTIFF.checkerboard(width: 30, height: 20)
        return sample
    }

    @Test func `a photo that can't be converted is named with the remedy, and the others are exported`() throws {
        var broken = Self.tiff("broken.tif")
        broken.bytes = Data("no picture".utf8)
        try temporary.add([broken, Self.tiff("good.tif")])
        let events = try export()
        #expect(try folder.names() == ["good.jpg"])
        let reasons = events.compactMap { event in
            if case .failed("broken.tif", _, let reason) = event { reason } else { nil }
        }
        #expect(reasons.count == 1)
        #expect(reasons.first?.contains("can't be converted to JPEG") == true, "\(reasons)")
        #expect(reasons.first?.hasSuffix("Export it without --as-shown.") == true, "\(reasons)")
    }

    @Test func `photos of one name are numbered, and no JPEG gets the stem of another photo`() throws {
        var (first, second) = (Self.tiff("scan.tif"), TemporaryLibrary.Sample.image("scan.jpg"))
        (first.folder, second.folder) = ("/a", "/b")
        try temporary.add([first, second])
        _ = try export()
        #expect(try folder.names() == ["scan (2).jpg", "scan.jpg"])
        // A second run finds both.
        let again = try export()
        #expect(again.count == 2)
        for event in again {
            guard case .present = event else {
                Issue.record("\(event)")
                continue
            }
        }
    }

    @Test func `a Live Photo is its photo, or both with the same name`() throws {
        var (still, moving) = (Self.tiff("IMG_1.TIF"), TemporaryLibrary.Sample.video("IMG_1.MOV"))
        (still.probe.contentIdentifier, moving.probe.contentIdentifier) = ("pair", "pair")
        try temporary.add([still, moving])
        _ = try export()
        #expect(try folder.names() == ["IMG_1.jpg"])
        _ = try export(.pair)
        #expect(try folder.names() == ["IMG_1.MOV", "IMG_1.jpg"])
    }
}
