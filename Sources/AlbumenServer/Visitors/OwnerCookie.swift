import HTTPTypes
import Hummingbird

/// The cookie of the owner's browser. Its name contains the port, because browsers send the same cookies to all
/// servers of an address.
struct OwnerCookie: Sendable {
    let name: String

    init(of context: GalleryContext) { name = "albumen-\(context.port)" }

    /// Returns all values of the cookie. Other servers of this address can set cookies of the same name for longer
    /// paths, which browsers send first.
    ///
    /// - Complexity: O(*n*) for cookies of *n* bytes.
    func values(in request: Request) -> [Substring] { request.cookieValues(named: name) }

    func set(_ value: String, in response: inout Response) {
        // Without a lifetime, so that it ends with the browser. Not `Secure`, because loopback doesn't use TLS.
        response.setCookie(Cookie(name: name, value: value, path: "/", httpOnly: true, sameSite: .strict))
    }
}

extension Request {
    /// Returns all values of a cookie.
    ///
    /// - Complexity: O(*n*) for cookies of *n* bytes.
    func cookieValues(named name: String) -> [Substring] {
        let prefix = Array("\(name)=".utf8)
        return headers[values: .cookie].flatMap { cookies in
            cookies.utf8.split(separator: UInt8(ascii: ";")).compactMap { pair in
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard pair.starts(with: prefix) else { return nil }
                return Substring(pair.dropFirst(prefix.count))
            }
        }
    }
}
