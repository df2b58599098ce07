import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import LocalSockets
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Another user of this machine, who knows the owner's cookie and token.
@Suite(.enabled(if: ForeignUser.isAvailable, "\(ForeignUser.absence)"))
struct ForeignUserTests {
    @Test(arguments: ForeignUser.Manner.allCases, [0, 1])
    func `changes of another user are not executed`(manner: ForeignUser.Manner, table: Int) async throws {
        let temporary = try TemporaryLibrary()
        var version: Int64 = 0
        try await GalleryFixture.serve(temporary, socketTables: [SocketTableProbe.tables[table]]) { gallery in
            let asset = try gallery.add(.movie("a.mov"))
            version = try gallery.version()
            let body = "{\"assets\": [\"\(asset)\"]}"
            let requests = [
                gallery.wire(.post, "/api/trash", body), gallery.wire(.post, "/api/trash/purge", body),
            ]
            #expect(try await Self.send(requests, count: 60, manner, to: gallery) == 0)
            // The server handles the owner's request after all of theirs.
            #expect(try await gallery.respond("/api/assets/\(asset)").status == 200)
        }
        // The server has ended, so it has finished all requests it started.
        let last = try temporary.library.catalog.read { try $0.latestChange() }
        #expect(last == version)
    }

    @Test func `another user gets nothing from any route of the owner`() async throws {
        let temporary = try TemporaryLibrary()
        var version: Int64 = 0
        try await GalleryFixture.serve(temporary) { gallery in
            let asset = try gallery.add(.movie("a.mov"))
            let album = try gallery.addAlbum("Album")
            let subject = AccessExpectation.Subject(
                asset: asset, version: try gallery.version(), link: try gallery.link(), album: album,
                pick: try gallery.openPick())
            version = subject.version
            let requests = AccessExpectation.all.map { expectation in
                gallery.wire(expectation.method, expectation.path(subject), expectation.body?(subject) ?? "")
            }
            for manner in ForeignUser.Manner.allCases {
                #expect(try await Self.send(requests, count: 1, manner, to: gallery) == 0)
            }
            // The link is still unused.
            #expect(try await gallery.respond(subject.link, as: .nobody).cookie != nil)
        }
        let last = try temporary.library.catalog.read { try $0.latestChange() }
        #expect(last == version)
    }

    /// The server accepts the test's requests from its owner.
    @Test func `the same requests of the owner are answered`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.movie("a.mov"))
            let request = gallery.wire(.post, "/api/trash", "{\"assets\": [\"\(asset)\"]}")
            for closesOutput in [false, true] {
                let answer = try await RawConnection.with(gallery.address) { connection in
                    try await connection.send(request)
                    if closesOutput { connection.closeOutput() }
                    return try await connection.read()
                }
                #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
            }
        }
    }

    private static func send(
        _ requests: [String], count: Int, _ manner: ForeignUser.Manner, to gallery: GalleryFixture
    ) async throws -> Int {
        let port = gallery.address.port
        return try await onOwnThread {
            try ForeignUser.send(requests, count: count, manner, port: port)
        }
    }
}
