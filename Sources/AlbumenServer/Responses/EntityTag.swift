import BlobStore
import HTTPTypes
import Hummingbird
import Records

/// Entity tags identify the content of a resource (RFC 9110, 8.8.3).
enum EntityTag {
    /// Returns the tag of a file with the digest, with its quotation marks.
    ///
    /// - Parameter variant: Distinguishes what is made from the file.
    static func text(of digest: BlobDigest, variant: String = "") -> String {
        "\"\(digest.hexadecimal.prefix(32))\(variant)\""
    }

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
