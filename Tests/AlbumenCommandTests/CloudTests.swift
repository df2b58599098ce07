import AlbumenTestSupport
import Foundation
import Testing

/// `albumen cloud` with a folder as the place.
@Suite(.blocking) struct CloudTests {
    private let harness: CommandHarness
    private let place: URL
    private let photos: URL

    init() throws {
        harness = try CommandHarness()
        place = try harness.folder.makeFolder("place")
        photos = try harness.writePhotos(3)
        #expect(try harness.run("import", photos.path).exitStatus == 0)
    }

    private var address: String { "dir:\(place.path(percentEncoded: false))" }

    private func succeed(_ arguments: String...) throws -> ProgramRun.Outcome {
        let outcome = try harness.run(["cloud"] + arguments)
        #expect(outcome.exitStatus == 0, "\(arguments): \(outcome.error)")
        return outcome
    }

    @Test func `originals leave this machine and come back`() throws {
        let before = try harness.blobs().map { try Data(contentsOf: $0) }
        let connected = try succeed("connect", address)
        #expect(connected.output.contains("3 originals") && connected.output.contains("albumen cloud sync"))
        #expect(try succeed("sync").output.contains("Uploaded 3 originals"))
        #expect(try succeed("status").output.contains("Stored and verified: 3 originals"))
        #expect(try succeed("optimise", "--keep", "0").output.contains("Removed 3 originals"))
        #expect(try harness.blobs().isEmpty)
        let verified = try harness.run("verify")
        #expect(verified.exitStatus == 0 && verified.output.contains("3 files are only in the library's place"))
        #expect(try succeed("verify", "--budget", "10m").output.contains("Verified 3 originals"))
        let refused = try harness.run("cloud", "disconnect")
        #expect(refused.exitStatus == 1 && refused.error.contains("albumen cloud download --all"))
        let exported = try harness.run("export", "--all", "--to", "out", "--original")
        #expect(exported.exitStatus == 0, "\(exported.error)")
        #expect(try harness.blobs().isEmpty)
        let identifier = try #require(try harness.run("list", "--json").objects().first?["localIdentifier"]?.text)
        #expect(try succeed("download", identifier).output.contains("Downloaded 1 original"))
        #expect(try succeed("download", "--all").output.contains("Downloaded 2 originals"))
        #expect(try harness.blobs().map { try Data(contentsOf: $0) } == before)
        _ = try succeed("disconnect")
        #expect(try harness.run("cloud", "status").exitStatus == 1)
    }

    @Test func `the status says that the place's disk isn't attached`() throws {
        _ = try succeed("connect", address)
        _ = try succeed("sync")
        #expect(try !succeed("status").output.contains("It can't be used now"))
        try FileManager.default.moveItem(at: place, to: place.deletingLastPathComponent().appending(path: "away"))
        for isMountPoint in [false, true] {
            // An empty folder, as a mount point without its disk.
            if isMountPoint {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            }
            let status = try succeed("status")
            #expect(
                status.outputLines.dropFirst(2).first?.hasPrefix("It can't be used now: ") == true, "\(status.output)")
            let obstacle = try succeed("status", "--json").objects().first?["obstacle"]?.text
            #expect(obstacle?.isEmpty == false)
        }
    }

    @Test func `a place of another library is refused, with the remedy`() throws {
        _ = try succeed("connect", address)
        let other = try CommandHarness()
        #expect(try other.run("import", try other.writePhotos(1).path).exitStatus == 0)
        let outcome = try other.run("cloud", "connect", address)
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("belongs to another library"))
        #expect(try other.run("cloud", "connect", address, "--take-over").exitStatus == 0)
        let taken = try harness.run("cloud", "sync")
        #expect(taken.exitStatus == 1 && taken.error.contains("was taken over by"))
    }

    @Test(arguments: [
        ["connect", "ftp://x"], ["connect", "dir:"], ["connect", ""], ["optimise"], ["optimise", "--keep", "many"],
        ["download"], ["download", "--all", "x"], ["sync", "--limit-rate", "1"], ["sync", "--transfers", "0"],
        ["verify", "--budget", "10"],
    ])
    func `a wrong argument is one sentence`(_ arguments: [String]) throws {
        let outcome = try harness.run(["cloud"] + arguments)
        #expect(outcome.exitStatus != 0)
        #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }

    @Test func `a lost original is reported as a fault by both verifications`() throws {
        _ = try succeed("connect", address)
        _ = try succeed("sync")
        _ = try succeed("optimise", "--keep", "0")
        let objects = try FileManager.default.subpathsOfDirectory(atPath: place.path(percentEncoded: false))
        let object = try #require(objects.first { $0.hasPrefix("originals/") && $0.utf8.count > 60 })
        try FileManager.default.removeItem(at: place.appending(path: object))
        let outcome = try harness.run("cloud", "verify")
        #expect(outcome.exitStatus == 1 && outcome.error.contains("lost"))
        #expect(outcome.error.contains("lost: photo-"), "\(outcome.error)")
        #expect(try harness.run("verify").exitStatus == 1)
        #expect(try harness.run("cloud", "verify").exitStatus == 1, "It's still lost.")
        let status = try harness.run("cloud", "status")
        #expect(status.exitStatus == 1 && status.output.contains("lost: photo-"), "\(status.output)")
        let sync = try harness.run("cloud", "sync")
        #expect(sync.exitStatus == 3 && sync.error.contains("--retry"), "\(sync.error)")
    }

    @Test func `an edit downloads the original, or fails with the reason`() throws {
        _ = try succeed("connect", address)
        _ = try succeed("sync")
        _ = try succeed("optimise", "--keep", "0")
        let identifier = try #require(try harness.run("list", "--json").objects().first?["localIdentifier"]?.text)
        let hidden = harness.folder.url.appending(path: "hidden")
        try FileManager.default.moveItem(at: place, to: hidden)
        let failed = try harness.run("edit", identifier, "--rotate", "90")
        #expect(failed.exitStatus != 0 && failed.error.contains("could not be fetched"), "\(failed.error)")
        #expect(!failed.error.contains("network access"), "\(failed.error)")
        try FileManager.default.moveItem(at: hidden, to: place)
        let edited = try harness.run("edit", identifier, "--rotate", "90")
        #expect(edited.output == "Edited 1 photo.\n", "\(edited.error)")
        #expect(try harness.run("revert", identifier).exitStatus == 0)
        #expect(try harness.run("verify").exitStatus == 0)
    }

    @Test func `a server uploads while it runs, and ends at a signal`() async throws {
        _ = try succeed("connect", address)
        let server = try harness.start("serve", "--port", "0")
        try await waitUntil { try storedCount() == 3 }
        server.kill(SIGTERM)
        #expect(try server.wait().exitStatus == 0)
    }

    private func storedCount() throws -> Int {
        let status = try harness.run("cloud", "status", "--json").objects().first
        guard case .number(let count) = status?["stored"]?.object?["originals"] else { return 0 }
        return Int(count)
    }
}
