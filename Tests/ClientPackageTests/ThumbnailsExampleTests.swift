import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// The program of `Examples/Thumbnails`, run on a library of seven photos of which nothing is stored but the originals.
@Suite struct ThumbnailsExampleTests {
    private static let count = 7

    let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
        // Oldest first, of which only the first knows its place.
        try temporary.add(
            (1...Self.count).map { index in
                let bytes = try SampleMedia.photograph(
                    width: 2000, height: 1500, comment: "\(index)", hasPreview: true)
                var sample = TemporaryLibrary.Sample.image("IMG_\(index).JPG") { probe in
                    probe.pixelWidth = 2000
                    probe.pixelHeight = 1500
                    probe.captureDate = .init(
                        secondsSinceReferenceDate: Double(index), utcOffsetInSeconds: 0, source: .exifOriginal)
                    if index == 1 { probe.location = .init(latitude: -36.5, longitude: 174.5) }
                }
                sample.bytes = bytes
                return sample
            })
    }

    @Test("§4.3: opportunistic delivery calls the handler fourteen times for seven photos with an empty cache")
    func opportunistic() async throws {
        let lines = try await runExample([])
        try #require(lines.count == 2 + Self.count, "\(lines)")
        #expect(lines[0] == "photos: 7, thumbnails: 7")
        #expect(lines[1] == "calls: 14, degraded: 7")
        #expect(lines[2] == "IMG_7.JPG, 2000 × 1500, 2001-01-01T00:00:07Z, type 1, no place")
        #expect(lines[8] == "IMG_1.JPG, 2000 × 1500, 2001-01-01T00:00:01Z, type 1, at -36.5, 174.5")
    }

    @Test("§4.3: high quality calls the handler seven times")
    func highQuality() async throws {
        let lines = try await runExample(["highQualityFormat"])
        try #require(lines.count == 2 + Self.count, "\(lines)")
        #expect(lines[0] == "photos: 7, thumbnails: 7")
        #expect(lines[1] == "calls: 7, degraded: 0")
    }

    private func runExample(_ arguments: [String]) async throws -> [String] {
        let outcome = try await ClientPackageTests.builtPackage().run(
            "Thumbnails", arguments,
            environment: ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_LIBRARY": temporary.folder.path])
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        return outcome.outputLines
    }
}
