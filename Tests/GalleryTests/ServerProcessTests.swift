import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The program `albumen serve` without a browser.
@Suite(.serialized) struct ServerProcessTests {
    /// A paused server checks a connection late, when its client may have closed it.
    @Test(.enabled(if: ForeignUser.isAvailable, "\(ForeignUser.absence)"), arguments: ForeignUser.Manner.allCases)
    func `requests of another user to a paused server are not executed`(manner: ForeignUser.Manner) async throws {
        let temporary = try SamplePhotos(count: 3).makeLibrary()
        let server = try GalleryProcess(serving: temporary.folder)
        let owner = try await GalleryOwner(of: server)
        let version = try latestChange(temporary)
        let assets = try identifiers(of: temporary).map { "\"\($0)\"" }.joined(separator: ",")
        let body = "{\"assets\": [\(assets)]}"
        server.pause()
        let client = try ForeignUser.start(
            sending: [owner.wire("POST", "/api/trash", body), owner.wire("POST", "/api/trash/purge", body)], count: 60,
            manner, port: server.port)
        let isSent = try await onOwnThread { client.waitForOutput { $0.contains("sent") } }
        #expect(isSent)
        server.resume()
        let received = try await onOwnThread { try ForeignUser.received(client) }
        #expect(received == 0)
        // The server handles the owner's request after all of theirs.
        #expect(try await owner.ask("/api/collections").status == 200)
        let ending = try server.stop()
        #expect(ending.exitStatus == 0)
        #expect(try latestChange(temporary) == version)
    }

    /// A thread that waits for a pipe can't be cancelled.
    @Test func `a signal ends the server during an endless request`() async throws {
        let photos = try SamplePhotos(count: 0)
        // A turned photo isn't its own preview.
        var turned = SampleMedia.Exif()
        turned.orientation = 6
        try photos.add(
            SampleMedia.inserting(turned, into: SampleMedia.photograph(width: 480, height: 320)), named: "IMG_1.JPG")
        let temporary = try photos.makeLibrary()
        let asset = try #require(try identifiers(of: temporary).first)
        let pipe = try replacePreviewByPipe(in: temporary.folder)
        let server = try GalleryProcess(serving: temporary.folder)
        let owner = try await GalleryOwner(of: server)
        let request = Task { try await owner.ask("/api/assets/\(asset)/preview") }
        // Opens when the server reads. Then the server waits for data that never comes.
        let writing = try await onOwnThread { try Self.openForWriting(pipe) }
        defer { close(writing) }
        let ending = try await onOwnThread { try server.stop() }
        #expect(ending.exitStatus == 1)
        #expect(ending.error.contains("didn't finish in time"))
        await #expect(throws: (any Error).self) { try await request.value }
        // No photo is lost, and the library opens.
        #expect(try identifiers(of: temporary) == [asset])
    }

    @Test func `an invalid request is no server error`() async throws {
        let temporary = try SamplePhotos(count: 1).makeLibrary()
        let server = try GalleryProcess(serving: temporary.folder)
        let owner = try await GalleryOwner(of: server)
        let head = owner.wire("POST", "/api/trash").replacingOccurrences(
            of: "Content-Length: 0", with: "Transfer-Encoding: chunked")
        for request in [head + "x\r\n", "GET", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "\u{0}\r\n\r\n"] {
            try await onOwnThread {
                let client = try ProgramRun(
                    URL(filePath: "/usr/bin/python3"), ["-c", Self.client, "\(server.port)"], input: Data(request.utf8))
                #expect(try client.wait().exitStatus == 0)
            }
        }
        #expect(try await owner.ask("/api/collections").status == 200)
        let ending = try server.stop()
        #expect(ending.exitStatus == 0)
        #expect(ending.error == "")
    }

    // MARK: Parts

    /// Sends its input, closes its sending direction, and reads until the server closes the connection.
    private static let client = """
        import socket, sys
        connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=\(TestPatience.seconds))
        connection.sendall(sys.stdin.buffer.read())
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass
        """

    private func latestChange(_ temporary: TemporaryLibrary) throws -> Int64 {
        try temporary.library.catalog.read { try $0.latestChange() }
    }

    private func identifiers(of temporary: TemporaryLibrary) throws -> [String] {
        let rows = try temporary.library.owner.assetIdentifiers(AssetFetch())
        let records = try temporary.library.owner.assets(withIdentifiers: rows)
        return rows.compactMap { records[$0]?.uuid }
    }

    private func replacePreviewByPipe(in library: URL) throws -> String {
        let folder = library.appending(path: "previews")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        let name = try #require(names.first { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") })
        let path = folder.appending(path: name).path(percentEncoded: false)
        try FileManager.default.removeItem(atPath: path)
        try #require(mkfifo(path, 0o600) == 0)
        return path
    }

    /// Blocks until another process reads.
    private static func openForWriting(_ pipe: String) throws -> Int32 {
        let descriptor = open(pipe, O_WRONLY)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return descriptor
    }
}
