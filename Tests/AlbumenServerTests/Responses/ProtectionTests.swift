import Albumen
import AlbumenTestSupport
import BlobStore
import Foundation
import HTTPTypes
import Records
import Testing

@testable import AlbumenServer

/// Headers that keep browsers from misusing a response.
@Suite struct ProtectionTests {
    @Test func `every response has the protective headers`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.movie("a.mov"))
            let video = "/api/assets/\(uuid)/video"
            let tag = try #require(try await gallery.respond(video).headers[.eTag])
            let timeline = "/api/collections/\(AlbumIdentifier.recents)/timeline"
            let answers = [
                200: try await gallery.respond("/api/collections"),
                206: try await gallery.respond(video, headers: [.range: "bytes=0-1"]),
                304: try await gallery.respond(video, headers: [.ifNoneMatch: tag]),
                400: try await gallery.respond("\(timeline)/1?count=x"),
                401: try await gallery.respond("/", as: .nobody),
                403: try await gallery.respond("/", headers: [.origin: "null"]),
                404: try await gallery.respond("/nowhere"),
                410: try await gallery.respond("\(timeline)/999"),
                416: try await gallery.respond(video, headers: [.range: "bytes=99999999-"]),
                421: try await gallery.respond("/", host: "example.com"),
            ]
            for (status, answer) in answers {
                #expect(answer.status == status)
                expectProtection(answer)
            }
            let others = [
                try await gallery.respond("/"), try await gallery.respond("/web/app.js"),
                try await gallery.respond("/api/collections", as: .nobody), try await gallery.respond(.head, "/"),
                try await gallery.respond(.post, "/"), try await gallery.respond(gallery.link(), as: .nobody),
                try await gallery.respond("/api/openapi.json"),
            ]
            for answer in others { expectProtection(answer) }
        }
    }

    @Test func `the page only runs the server's files`() async throws {
        try await GalleryFixture.open { gallery in
            let policy = try #require(try await gallery.respond("/").headers[.contentSecurityPolicy])
            let directives = policy.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(!policy.contains("unsafe-"))
            #expect(!policy.contains("*"))
            #expect(!policy.contains("http"))
            let wanted = [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "base-uri 'none'",
                "manifest-src 'self'", "worker-src 'self'",
                "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
            ]
            for directive in wanted { #expect(directives.contains(directive)) }
            // The page has no inline code, which the policy would block.
            let page = try await gallery.respond("/").text
            #expect(!page.contains("<style"))
            #expect(!page.contains(" style="))
            #expect(page.ranges(of: /<script(?![^>]*\ssrc=)/).isEmpty)
            #expect(page.ranges(of: /\son[a-z]+=/).isEmpty)
        }
    }

    @Test func `nothing runs in a file that a browser opens as a page`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            let answer = try await gallery.respond("/api/assets/\(uuid)/originals/photo")
            let policy = try #require(answer.headers[.contentSecurityPolicy])
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("sandbox"))
        }
    }

    @Test func `the policy of the sign-in page contains the hashes of its style and its script`() async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.respond("/", as: .nobody)
            let policy = try #require(answer.headers[.contentSecurityPolicy])
            let style = try #require(answer.text.firstMatch(of: /<style>(.*?)<\/style>/.dotMatchesNewlines())?.output.1)
            let hash = Data(try SecretToken.digest(of: style).bytes).base64EncodedString()
            #expect(policy.contains("style-src 'sha256-\(hash)'"))
            let script = try #require(
                answer.text.firstMatch(of: /<script>(.*?)<\/script>/.dotMatchesNewlines())?.output.1)
            let scriptHash = Data(try SecretToken.digest(of: script).bytes).base64EncodedString()
            #expect(policy.contains("script-src 'sha256-\(scriptHash)'"))
            #expect(policy.contains("default-src 'none'"))
        }
    }

    private func expectProtection(_ answer: Answer) {
        #expect(answer.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
        #expect(answer.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.crossOriginResourcePolicy] == "same-origin")
        #expect(answer.headers[.crossOriginOpenerPolicy] == "same-origin")
        #expect(answer.headers[.referrerPolicy] == "same-origin")
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
        #expect(answer.headers[.serverTiming]?.hasPrefix("total;dur=") == true)
    }
}
