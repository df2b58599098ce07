import AlbumenTestSupport
import Foundation
import Testing

/// The program of `Examples/Changes`, run on an empty library with a photo's file.
@Suite struct ChangesExampleTests {
    let temporary: TemporaryLibrary
    let photo: URL

    init() throws {
        temporary = try TemporaryLibrary()
        photo = temporary.folder.deletingLastPathComponent().appending(path: "Pier.JPG")
        try SampleMedia.photograph(width: 64, height: 48).write(to: photo)
    }

    @Test("§5.1, §5.2: blocks run before their handlers, and photos are created and deleted")
    func allowed() async throws {
        let lines = try await runExample(confirmation: "allow")
        #expect(Array(lines.prefix(Self.steps.count)) == Self.steps)
        #expect(Array(lines.dropFirst(Self.steps.count)) == ["  completion", "deletion: done", "photos left: 0"])
    }

    @Test("§5.4: if the user declines, the error is 3072 and all photos stay")
    func refused() async throws {
        let lines = try await runExample(confirmation: "deny")
        #expect(Array(lines.prefix(Self.steps.count)) == Self.steps)
        #expect(
            Array(lines.dropFirst(Self.steps.count)) == [
                "  completion", "deletion: failed, PHPhotosErrorDomain 3072", "photos left: 4",
            ])
    }

    /// All steps before the deletion, oldest photos first: the photo from data has the date when it was taken, and the
    /// photo from a file has the file's date.
    private static let steps = [
        "photo: supported", "video: supported", "Live Photo: supported", "edited photo alone: not supported",
        "  block", "  completion", "image: done",
        "  before", "  block", "  after", "image, waited for: done",
        "  completion", "file: done",
        "  completion", "data: done",
        "  completion", "no picture: failed, PHPhotosErrorDomain 3302",
        "  64 × 48, Harbour.jpg, no favorite, with a place",
        "  64 × 48, Pier.JPG, favorite, no place",
        "  64 × 48, named by the library, no favorite, no place",
        "  64 × 48, named by the library, no favorite, no place",
        "can be deleted: true, edited: true, marked: true",
        "  completion", "favorite: done",
        "  64 × 48, Harbour.jpg, favorite, with a place",
        "  64 × 48, Pier.JPG, favorite, no place",
        "  64 × 48, named by the library, no favorite, no place",
        "  64 × 48, named by the library, no favorite, no place",
    ]

    private func runExample(confirmation: String) async throws -> [String] {
        let outcome = try await ClientPackageTests.builtPackage().run(
            "Changes", [photo.path],
            environment: [
                "ALBUMEN_ACCESS": "authorized", "ALBUMEN_CONFIRM": confirmation,
                "ALBUMEN_LIBRARY": temporary.folder.path,
            ])
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        return outcome.outputLines
    }
}
