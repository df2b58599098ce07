import AlbumenTestSupport
import Foundation
import Testing

/// The changes of commands in a connected library without a server.
@Suite(.blocking) struct LastChangesTests {
    private let harness: CloudHarness
    private let place: URL

    init() throws {
        harness = try CloudHarness(.folder)
        try harness.command.writePhotos(1)
        try harness.succeed("import", "photos")
        place = try harness.command.folder.makeFolder("place")
        try harness.succeed("cloud", "connect", "dir:\(place.path)")
    }

    private func firstLine() throws -> String {
        try #require(try harness.command.run("cloud", "status").outputLines.first)
    }

    private func identifier() throws -> String {
        let asset = try #require(try harness.succeed("list", "--json").objects().first)
        return try #require(asset["localIdentifier"]?.text)
    }

    @Test func `a command sends its changes at its end`() async throws {
        // On a busy machine, a command may not send all within its time. Then the next ones don't try, until a sync.
        try await waitUntil("the place has a command's change") {
            try harness.succeed("cloud", "sync")
            try harness.succeed("set", "--favorite", identifier())
            try harness.succeed("set", "--no-favorite", identifier())
            return try firstLine().hasPrefix("Protected: ")
        }
    }

    @Test func `damaged settings of the place keep no photo out of reach`() throws {
        try harness.command.folder.write(Data("{".utf8), to: "library/cloud.json")
        #expect(try harness.succeed("list", "--json").objects().count == 1)
        try harness.succeed("set", "--favorite", identifier())
    }

    @Test func `without a snapshot, a command doesn't wait for one`() throws {
        try harness.succeed("set", "--favorite", identifier())
        #expect(try firstLine().hasPrefix("Not protected"))
    }

    @Test func `a place that can't be used doesn't fail the command`() async throws {
        try harness.succeed("cloud", "sync")
        let away = harness.command.folder.file("away")
        try FileManager.default.moveItem(at: place, to: away)
        try await waitUntil("the failure is noted") {
            try harness.succeed("set", "--favorite", identifier())
            #expect(try harness.succeed("set", "--no-favorite", identifier()).error == "")
            return try firstLine().contains("The last attempt failed")
        }
        try FileManager.default.moveItem(at: away, to: place)
        try harness.succeed("cloud", "sync")
        #expect(try firstLine().hasPrefix("Protected: "))
    }
}
