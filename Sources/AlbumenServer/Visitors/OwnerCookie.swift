import Hummingbird

/// The cookie that the owner's browser keeps. Its name has the port, because browsers give all servers of one address the same
/// cookies.
struct OwnerCookie: Sendable {
    let name: String

    init(of context: GalleryContext) { name = "albumen-\(context.port)" }

    func set(_ value: String, in response: inout Response) {
        // Without a lifetime: it ends with the browser. Not `Secure`: there is no TLS on loopback.
        response.setCookie(Cookie(name: name, value: value, path: "/", httpOnly: true, sameSite: .strict))
    }
}
