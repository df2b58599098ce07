import AlbumenTestSupport
import Foundation
import Testing

/// The stream of changes between three processes: the server, one that changes its library, and a listener.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is not installed"))
struct ChangeStreamTests {
    @Test func `the stream reports a commit of another process and ends with the server`() async throws {
        let library = try SamplePhotos(count: 1).makeLibrary()
        let jar = try TemporaryFolder()
        let server = try GalleryProcess(serving: library.folder)
        _ = try ProgramRun.run(
            URL(fileURLWithPath: "/usr/bin/curl"), ["-s", "--noproxy", "*", "-c", jar.file("jar").path, server.link])
        let listener = try ProgramRun(
            URL(fileURLWithPath: "/usr/bin/curl"),
            ["-s", "-N", "--noproxy", "*", "-b", jar.file("jar").path, "\(server.origin)/api/changes"])
        #expect(listener.waitForOutput { $0.contains("event: current\n") })
        try await LibraryCommand(library: library.folder).run("album", "create", "Lake")
        #expect(listener.waitForOutput { $0.contains("\"albums\":{\"inserted\":[") })
        let ending = try server.stop()
        #expect(ending.exitStatus == 0)
        #expect(ending.error == "")
        // Status 0: the response is complete, neither truncated nor timed out.
        #expect(try listener.wait().exitStatus == 0)
    }
}
