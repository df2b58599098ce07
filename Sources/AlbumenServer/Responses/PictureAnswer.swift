import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A picture that was made here, as an answer.
///
/// A browser shows a picture without asking for an hour, which makes scrolling back and reloading free. After that it asks
/// whether the picture is still there (a 304 costs no picture), so that a purge by the command or in another browser reaches
/// its cache by itself. A purge in the browser clears its cache at once.
enum PictureAnswer {
    /// Seconds.
    private static let freshness = 3600

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

    /// Has the browser remove what it has kept of this address, on all ports.
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
