import Foundation
import HTTPTypes
import Hummingbird

/// Adds headers to each response that restrict its use in the browser, and one with the time that the server took.
struct ProtectionMiddleware: RouterMiddleware {
    /// Whether browsers remember for half a year that this name is reached by TLS alone.
    var isStrict = false

    /// The policy of pages: only the server's own files, with their declared types, and no framing.
    static let pagePolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
        "media-src 'self' blob:", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'",
    ].joined(separator: "; ")

    /// The policy of other files: if a browser opens one as a page, nothing in it runs.
    static let filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response = try await next(request, context)
        let elapsed = start.duration(to: .now) / .milliseconds(1)
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = Self.filePolicy
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.referrerPolicy] == nil { response.headers[.referrerPolicy] = "same-origin" }
        if response.headers[.crossOriginResourcePolicy] == nil {
            response.headers[.crossOriginResourcePolicy] = "same-origin"
        }
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        if isStrict { response.headers[.strictTransportSecurity] = "max-age=15552000" }
        // Precise times could help a client to learn about assets that it may not see.
        if BearerToken(of: request) == .missing, !SenderArea.contains(request.uri.path) {
            response.headers[.serverTiming] = "total;dur=\((elapsed * 100).rounded() / 100)"
        }
        return response
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
    static let serverTiming = HTTPField.Name("Server-Timing")!
}
