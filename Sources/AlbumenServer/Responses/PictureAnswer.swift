import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The response with a picture, or a part of a video, that Albumen made.
///
/// A browser uses its cached picture for an hour, which makes scrolling back and reloading free. Afterwards it checks
/// whether the picture still exists, and a 304 contains no picture. So a purge by the command or in another browser
/// reaches its cache. A purge in the browser clears its cache at once.
enum PictureAnswer {
    /// The time in seconds.
    private static let freshness = 3600

    /// Returns the entity tag of a form of some content.
    static func entityTag(content: String, form: String) -> String { "\"\(form)-\(content)\"" }

    /// Returns a 304 if the browser has the current picture, otherwise `nil`.
    static func notModified(_ tag: String, isCurrent: Bool, _ request: Request) -> Response? {
        guard EntityTag.matches(tag, request) else { return nil }
        return Response(status: .notModified, headers: headers(tag, isCurrent: isCurrent))
    }

    /// - Parameters:
    ///   - bytes: A JPEG or PNG, or a part of a video.
    ///   - isCurrent: Whether the address contains the content's tag, so that its picture never changes.
    ///   - contentType: The type of the bytes, or `nil` for the picture's.
    static func response(_ bytes: Data, tag: String, isCurrent: Bool, contentType: String? = nil) -> Response {
        var headers = headers(tag, isCurrent: isCurrent)
        headers[.contentType] = contentType ?? (bytes.first == 0x89 ? "image/png" : "image/jpeg")
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Makes the browser clear its cache of this address, on all ports.
    static func clearCache(with response: inout Response) {
        response.headers[.clearSiteData] = "\"cache\""
    }

    private static func headers(_ tag: String, isCurrent: Bool) -> HTTPFields {
        [
            .eTag: tag,
            .cacheControl: isCurrent ? "private, max-age=\(freshness), immutable" : "private, no-cache",
        ]
    }
}

extension HTTPField.Name {
    static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
}
