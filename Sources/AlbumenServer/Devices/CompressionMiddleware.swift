import HTTPTypes
import Hummingbird

/// Sends the page's texts compressed to the browsers of other devices, which decompress them.
struct CompressionMiddleware: RouterMiddleware {
    let files: CompressedFiles

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard let tag = response.headers[.eTag], let bytes = files.file(withTag: tag) else { return response }
        response.headers[.vary] = "Accept-Encoding"
        guard Self.accepts(request.headers[values: .acceptEncoding]) else { return response }
        // A strong tag identifies bytes, and the compressed ones are others.
        response.headers[.eTag] = "W/\(tag)"
        if response.status == .ok {
            response.headers[.contentEncoding] = "gzip"
            response.body = ResponseBody(byteBuffer: bytes)
        }
        return response
    }

    /// Returns whether a browser accepts gzip (RFC 9110, 12.5.3).
    static func accepts(_ fields: [String]) -> Bool {
        var isAnyAccepted = false
        for coding in fields.joined(separator: ",").split(separator: ",") {
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            switch parts.first {
            case "gzip", "x-gzip": return weight > 0
            case "*": isAnyAccepted = weight > 0
            default: break
            }
        }
        return isAnyAccepted
    }
}
