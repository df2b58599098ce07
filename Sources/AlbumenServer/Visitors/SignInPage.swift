import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The two pages for visitors without the owner's cookie. They consist of a single file, because the server returns
/// no other files without the cookie.
struct SignInPage: Sendable {
    private static let style = """
        :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
        body{margin:0;min-height:100vh;display:grid;place-items:center;text-align:center;\
        background:Canvas;color:CanvasText}\
        main{padding:32px;max-width:32em}h1{font-size:22px;font-weight:600;margin:0 0 8px}p{margin:0 0 8px;opacity:.75}\
        code{font-size:.9em}
        """

    private let policy: String

    init() throws {
        let hash = Data(try BlobDigest(hashing: Data(Self.style.utf8)).bytes).base64EncodedString()
        policy =
            "default-src 'none'; img-src data:; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }

    /// Redirects the browser to the library.
    func entrance() -> Response {
        page(
            status: .ok, head: "<meta http-equiv=\"refresh\" content=\"0;url=/\">",
            body: "<p><a href=\"/\">Albumen</a></p>")
    }

    /// Explains how to get access. In both languages, because the visitor is unknown.
    func response(status: HTTPResponse.Status) -> Response {
        page(
            status: status, head: "",
            body: """
                <h1>This library is closed</h1>
                <p>Open the link that <code>albumen serve</code> printed. Each link works once; press Return where it \
                runs for a new one.</p>
                <p lang="zh-Hans">请打开 <code>albumen serve</code> 给出的链接。每个链接只能使用一次，在其终端按回车键可获取新链接。</p>
                """)
    }

    private func page(status: HTTPResponse.Status, head: String, body: String) -> Response {
        let text = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
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
