import AlbumenTestSupport
import Foundation
import Testing

/// Motion photos through the program (imports 4).
@Suite(.blocking)
struct MotionPhotoExportTests {
    private let harness: CommandHarness
    private let video = SampleMedia.movie()
    private let photo: Data

    init() throws {
        harness = try CommandHarness()
        photo = SampleMedia.motionPhoto(video: video)
        _ = try harness.folder.write(photo, to: "photos/PXL_1.MP.jpg")
    }

    private func export(_ arguments: String..., to name: String) throws -> [String: Data] {
        let run = try harness.run(["export", "--all", "--to", name] + arguments)
        #expect(run.exitStatus == 0, Comment(rawValue: run.error))
        let folder = harness.folder.file(name)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
    }

    @Test func `an export has the photo's bytes whole, and the video alone on request`() throws {
        #expect(try harness.run("import", "photos").exitStatus == 0)
        #expect(try export(to: "pair") == ["PXL_1.MP.jpg": photo])
        #expect(try export("--original", to: "original") == ["PXL_1.MP.jpg": photo])
        #expect(try export("--live", "still", to: "still") == ["PXL_1.MP.jpg": photo])
        #expect(try export("--live", "motion", to: "motion") == ["PXL_1.MP.MOV": video])
        #expect(try harness.run("verify").exitStatus == 0)
        // The video of the export is known.
        let again = try harness.run("import", "motion", "pair")
        #expect(again.exitStatus == 0 && again.output.contains("2 duplicates"), Comment(rawValue: again.output))
    }
}
