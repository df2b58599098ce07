import HTTPTypes
import Hummingbird

/// What tells one content of a resource from another (RFC 9110, 8.8.3).
enum EntityTag {
    /// Whether the browser has this content already.
    static func matches(_ tag: String, _ request: Request) -> Bool {
        request.headers[values: .ifNoneMatch].contains { value in
            value == "*"
                || value.split(separator: ",").contains { candidate in
                    let candidate = candidate.drop { $0 == " " }.prefix { $0 != " " }
                    return candidate == tag || candidate == "W/\(tag)"
                }
        }
    }
}
