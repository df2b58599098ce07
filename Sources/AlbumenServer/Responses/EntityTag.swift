import HTTPTypes
import Hummingbird

/// Entity tags identify the content of a resource (RFC 9110, 8.8.3).
enum EntityTag {
    /// Returns whether the browser already has this content.
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
