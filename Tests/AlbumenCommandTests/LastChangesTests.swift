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

    @Test func `a command sends its changes at its end, and a reading one asks nothing of the place`() throws {
        try harness.succeed("cloud", "sync")
        let protected = try firstLine()
        #expect(protected.hasPrefix("Protected: "))
        try harness.succeed("set", "--favorite", identifier())
        #expect(try firstLine() == protected)
        try harness.succeed("album", "create", "Summer")
        #expect(try firstLine() == protected)
    }

    @Test func `without a snapshot, a command doesn't wait for one`() throws {
        try harness.succeed("set", "--favorite", identifier())
        #expect(try firstLine().hasPrefix("Not protected"))
    }

    @Test func `a place that can't be used doesn't fail the command, and the next ones don't try it`() throws {
        try harness.succeed("cloud", "sync")
        let away = harness.command.folder.file("away")
        try FileManager.default.moveItem(at: place, to: away)
        let outcome = try harness.succeed("set", "--favorite", identifier())
        #expect(outcome.error == "")
        #expect(try firstLine().contains("The last attempt failed"))
        try FileManager.default.moveItem(at: away, to: place)
        try harness.succeed("set", "--no-favorite", identifier())
        #expect(try firstLine().hasPrefix("Not protected"), "five minutes haven't passed")
        try harness.succeed("cloud", "sync")
        #expect(try firstLine().hasPrefix("Protected: "))
    }
}
