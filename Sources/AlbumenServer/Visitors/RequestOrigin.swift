import Hummingbird

/// The origin of an app's request, as its browser reports it.
enum RequestOrigin: Equatable {
    /// A program, which isn't a browser.
    case program
    case page(String)

    private static let longest = 300

    /// - Throws: `Refusal` if the origin is opaque (`null`), or isn't an origin.
    init(of request: Request) throws {
        let origins = request.headers[values: .origin]
        guard let origin = origins.first else {
            self = .program
            return
        }
        guard origins.count == 1, Self.isOrigin(origin) else { throw Refusal.opaqueOrigin }
        self = .page(origin)
    }

    /// Whether a text is an origin as browsers write it: a scheme, a host and perhaps a port.
    private static func isOrigin(_ text: String) -> Bool {
        guard text.utf8.count <= longest, let match = text.wholeMatch(of: #/([a-z][a-z0-9+.\-]*):\/\/(.+)/#) else {
            return false
        }
        return match.2.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789.-_:[]".unicodeScalars.contains(scalar))
        }
    }
}

extension Refusal {
    fileprivate static let opaqueOrigin = Refusal(
        status: .forbidden, code: "foreignOrigin",
        message: "A page without an origin, as in a sandboxed frame or a local file, can't ask for photos.")
}
