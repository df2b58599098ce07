import HTTPTypes
import Hummingbird

/// The cookie that the owner's browser keeps. Its name has the port, because browsers give all servers of one address the same
/// cookies.
struct OwnerCookie: Sendable {
    let name: String

    init(of context: GalleryContext) { name = "albumen-\(context.port)" }

    /// Any server of this address can set another cookie of the name, for a longer path, which browsers then send first.
    func values(in request: Request) -> [Substring] {
        request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0] == name ? parts[1] : nil
        }
    }

    func set(_ value: String, in response: inout Response) {
        // Without a lifetime: it ends with the browser. Not `Secure`: there is no TLS on loopback.
        response.setCookie(Cookie(name: name, value: value, path: "/", httpOnly: true, sameSite: .strict))
    }
}
