import HTTPTypes
import Hummingbird

/// The cookie that the owner's browser keeps. Its name has the port, because browsers give all servers of one address the same
/// cookies.
struct OwnerCookie: Sendable {
    let name: String

    init(of context: GalleryContext) { name = "albumen-\(context.port)" }

    /// Any server of this address can set other cookies of the name, for longer paths, which browsers then send first.
    ///
    /// - Complexity: O(*n*) for cookies of *n* bytes.
    func values(in request: Request) -> [Substring] {
        let prefix = Array("\(name)=".utf8)
        return request.headers[values: .cookie].flatMap { cookies in
            cookies.utf8.split(separator: UInt8(ascii: ";")).compactMap { pair in
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard pair.starts(with: prefix) else { return nil }
                return Substring(pair.dropFirst(prefix.count))
            }
        }
    }

    func set(_ value: String, in response: inout Response) {
        // Without a lifetime: it ends with the browser. Not `Secure`: there is no TLS on loopback.
        response.setCookie(Cookie(name: name, value: value, path: "/", httpOnly: true, sameSite: .strict))
    }
}
