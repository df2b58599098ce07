import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The pages beside the library's own: they sign a browser in, tell it to, or say that an address is unknown. Each
/// consists of a single file, because the server returns no other files without the cookie.
struct VisitorPage: Sendable {
    private static let style = """
        :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
        body{margin:0;min-height:100vh;display:grid;place-items:center;text-align:center;\
        background:Canvas;color:CanvasText}\
        main{padding:32px;max-width:32em}h1{font-size:22px;font-weight:600;margin:0 0 8px}p{margin:0 0 8px}\
        p.text{opacity:.75}code{font-size:.9em}\
        a.button{display:inline-block;margin:16px 0 0;padding:8px 24px;border-radius:20px;background:ButtonFace;\
        color:ButtonText;border:1px solid ButtonBorder;text-decoration:none;font-weight:600}
        """

    private let policy: String

    init() throws {
        let hash = Data(try BlobDigest(hashing: Data(Self.style.utf8)).bytes).base64EncodedString()
        policy =
            "default-src 'none'; img-src data:; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }

    /// Redirects the browser to the library, or to the entrance of a session.
    ///
    /// - Parameter path: A path that needs no escaping.
    func entrance(to path: String = "/") -> Response {
        page(
            status: .ok, language: "en", head: "<meta http-equiv=\"refresh\" content=\"0;url=\(path)\">",
            body: "<p><a href=\"\(path)\">Albumen</a></p>")
    }

    /// Continues to the page of a session. Says nothing about the session.
    ///
    /// - Parameter number: A text with the form of a number.
    func pickEntrance(number: String, for request: Request) -> Response {
        let words = VisitorWords(for: request)
        let address = "/picker?number=\(number)"
        return page(
            status: .ok, language: words.language, head: "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">",
            body: """
                <h1>\(words.pickTitle)</h1><p class="text">\(words.pickText)</p>\
                <p><a class="button" href="\(address)">\(words.pickLink)</a></p>
                """)
    }

    /// Explains how to get access.
    func signIn(for request: Request) -> Response {
        let words = VisitorWords(for: request)
        return page(
            status: .unauthorized, language: words.language,
            body: "<h1>\(words.signInTitle)</h1><p class=\"text\">\(words.signInText)</p>")
    }

    /// Says that an address is unknown. Repeats nothing of the address.
    func missing(for request: Request) -> Response {
        let words = VisitorWords(for: request)
        return page(
            status: .notFound, language: words.language,
            body: """
                <h1>\(words.missingTitle)</h1><p class="text">\(words.missingText)</p>\
                <p><a href="/">\(words.missingLink)</a></p>
                """)
    }

    private func page(
        status: HTTPResponse.Status, language: String, head: String = "", body: String
    ) -> Response {
        let text = """
            <!DOCTYPE html>
            <html lang="\(language)"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
            <link rel="icon" href="data:,">\(head)\
            <title>Albumen</title><style>\(Self.style)</style></head><body><main>\(body)</main></body></html>
            """
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .contentSecurityPolicy: policy,
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
