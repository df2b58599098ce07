import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// The program of `Examples/Albums`, run on a library of three photos, which it tells apart by their widths.
@Suite struct AlbumsExampleTests {
    private static let travels = ["  Travels/", "    2024/"]

    let temporary: TemporaryLibrary
    let cover: URL

    init() throws {
        temporary = try TemporaryLibrary()
        try temporary.add(
            [1000, 2000, 3000].map { width in
                .image("IMG_\(width).JPG") { probe in
                    probe.pixelWidth = width
                    probe.pixelHeight = 1000
                    probe.captureDate = .init(
                        secondsSinceReferenceDate: Double(width), utcOffsetInSeconds: 0, source: .exifOriginal)
                }
            })
        cover = temporary.folder.deletingLastPathComponent().appending(path: "cover.jpg")
        try SampleMedia.photograph(width: 64, height: 48).write(to: cover)
    }

    @Test("§5.5, §5.6: one block creates a trip; photos and albums are moved and renamed, and a folder is deleted")
    func allowed() async throws {
        let lines = try await runExample(confirmation: "allow")
        #expect(Array(lines.prefix(Self.steps.count)) == Self.steps)
        #expect(
            Array(lines.dropFirst(Self.steps.count)) == [
                "  photos: 4", "folder deleted: done", "  Family (0)", "  Garden (0)",
            ])
    }

    @Test("§5.4: if the user declines, the folder stays")
    func refused() async throws {
        let lines = try await runExample(confirmation: "deny")
        #expect(Array(lines.prefix(Self.steps.count)) == Self.steps)
        #expect(
            Array(lines.dropFirst(Self.steps.count)) == ["  photos: 4", "folder deleted: refused, 3072"]
                + ["  Family (0)"] + Self.travels + ["      Porto (0)", "      Lisbon (3)", "  Garden (0)"])
    }

    /// All that comes before the deletion.
    private static let steps =
        ["trip: done"] + travels + ["      By the sea (1)"]
        + ["  By the sea: 64 1000 2000 3000", "photos added: done"] + travels + ["      By the sea (4)"]
        + ["  By the sea: 1000 2000 64 3000", "photo moved: done"] + travels + ["      By the sea (4)"]
        + ["  By the sea: 1000 64 3000", "photo removed: done"] + travels + ["      By the sea (3)"]
        + ["album renamed: done"] + travels + ["      Lisbon (3)"]
        + ["album added: done", "  Family (0)"] + travels + ["      Lisbon (3)"]
        + ["another added: done", "  Garden (0)", "  Family (0)"] + travels + ["      Lisbon (3)"]
        + ["album moved: done", "  Family (0)"] + travels + ["      Lisbon (3)", "  Garden (0)"]
        + ["album in a folder: done", "  Family (0)"] + travels
        + ["      Porto (0)", "      Lisbon (3)", "  Garden (0)"]

    private func runExample(confirmation: String) async throws -> [String] {
        let outcome = try await ClientPackageTests.builtPackage().run(
            "Albums", [cover.path],
            environment: [
                "ALBUMEN_ACCESS": "authorized", "ALBUMEN_CONFIRM": confirmation,
                "ALBUMEN_LIBRARY": temporary.folder.path,
            ])
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        return outcome.outputLines
    }
}
