import AlbumenTestSupport
import Foundation
import PhotoLibrary
import Records
import Testing

@testable import Albumen

/// The links that programs of the owner make for a server that runs already.
@Suite(.blocking) struct OfferedLinksTests {
    private let folder: TemporaryFolder
    private var links: URL { folder.file("albumen/links") }

    init() throws { folder = try TemporaryFolder() }

    private func store(after seconds: TimeInterval = 0) throws -> OfferedLinks {
        try #require(
            OfferedLinks(environment: ["XDG_STATE_HOME": folder.path]) { Date() + seconds })
    }

    @Test func `a link works once, and its file has no secret`() throws {
        let key = try store().offer()
        let names = try FileManager.default.contentsOfDirectory(atPath: links.path)
        #expect(names.count == 1)
        #expect(!names[0].contains(key))
        #expect(try Data(contentsOf: links.appending(path: names[0])).isEmpty)
        let digest = try SecretToken.digest(of: key)
        #expect(try store().take(digest))
        #expect(try !store().take(digest))
        #expect(try !store().take(SecretToken.digest(of: "unknown")))
    }

    @Test func `a link ends after five minutes, and the next one removes its file`() throws {
        let key = try store().offer()
        #expect(try !store(after: 301).take(SecretToken.digest(of: key)))
        _ = try store().offer()
        _ = try store(after: 301).offer()
        #expect(try FileManager.default.contentsOfDirectory(atPath: links.path).count == 1)
    }

    @Test func `files that another user could have made are ignored`() throws {
        let key = try store().offer()
        try #require(chmod(links.path, 0o777) == 0)
        #expect(try !store().take(SecretToken.digest(of: key)))
        try #require(chmod(links.path, 0o700) == 0)
        let other = try SecretToken()
        try FileManager.default.createSymbolicLink(
            at: links.appending(path: other.digest.hexadecimal), withDestinationURL: folder.file("albumen"))
        #expect(try !store().take(other.digest))
    }

    @Test func `without a state folder there are no links`() {
        #expect(OfferedLinks(environment: [:]) == nil)
    }
}
