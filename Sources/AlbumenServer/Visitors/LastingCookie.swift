import Albumen
import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import Records

/// The cookie of a browser that stays signed in. Only the entrance's name has it.
///
/// Its name contains a hash of the library, so that a browser can stay signed in to several libraries. The prefix
/// `__Host-` keeps other names below `localhost` from setting it. Browsers accept it without TLS from this machine.
struct LastingCookie: Sendable {
    let name: String

    init(ofLibrary identifier: String) throws {
        name = "__Host-albumen-\(try BlobDigest(hashing: Data(identifier.utf8)).hexadecimal.prefix(16))"
    }

    /// Returns all values of the cookie in a request.
    func values(in request: Request) -> [Substring] { request.cookieValues(named: name) }

    func set(_ value: String, in response: inout Response) {
        // A bookmark and a window of another site's page open the entrance, so that a strict cookie isn't enough.
        response.setCookie(
            Cookie(
                name: name, value: value, maxAge: Int(LastingSignIn.lifetime), path: "/", secure: true, httpOnly: true,
                sameSite: .lax))
    }
}
