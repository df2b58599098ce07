import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A picture that was made here, as an answer.
enum PictureAnswer {
    /// Seconds: a year, the longest that caches are to believe.
    private static let longestAge = 31_536_000

    /// The tag of one form of one content.
    static func entityTag(content: String, form: String) -> String { "\"\(form)-\(content)\"" }

    /// Whether the browser has the picture already; else nil.
    static func notModified(_ tag: String, isCurrent: Bool, _ request: Request) -> Response? {
        guard EntityTag.matches(tag, request) else { return nil }
        return Response(status: .notModified, headers: headers(tag, isCurrent: isCurrent))
    }

    /// - Parameters:
    ///   - bytes: a JPEG or PNG.
    ///   - isCurrent: the address names the content, so that what it shows never changes.
    static func response(_ bytes: Data, tag: String, isCurrent: Bool) -> Response {
        var headers = headers(tag, isCurrent: isCurrent)
        headers[.contentType] = bytes.first == 0x89 ? "image/png" : "image/jpeg"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func headers(_ tag: String, isCurrent: Bool) -> HTTPFields {
        [
            .eTag: tag,
            .cacheControl: isCurrent ? "private, max-age=\(longestAge), immutable" : "private, no-cache",
        ]
    }
}
