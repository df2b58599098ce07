import Albumen
import BlobStore
import HTTPTypes
import Hummingbird
import Logging
import MediaRequests
import NIOCore
import NIOHTTP1
import Records

/// Converts errors to responses: JSON for the API, a page for people.
struct RefusalMiddleware: RouterMiddleware {
    let page: VisitorPage
    /// Explains to a browser how to get access.
    let guide: @Sendable (Request, GalleryContext) throws -> Response

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let refusal = Self.refusal(for: error, request.method)
            if refusal.status.kind == .serverError { context.logger.error("\(Self.place(of: request)): \(error)") }
            if !request.isForPrograms {
                if refusal.status == .unauthorized { return try guide(request, context) }
                if refusal.status == .notFound, request.acceptsPage { return page.missing(for: request) }
            }
            var response = try JSONAnswer.response(ErrorDocument(refusal), status: refusal.status)
            if refusal.problem != nil { response.headers[.contentType] = "application/problem+json" }
            response.headers.append(contentsOf: refusal.headers)
            return response
        }
    }

    /// The path of a request for the log, without the secret of a download.
    private static func place(of request: Request) -> String {
        let path = request.uri.path
        return path.hasPrefix("\(SelectionRoutes.downloads)/") ? "\(SelectionRoutes.downloads)/…" : path
    }

    static func refusal(for error: any Error, _ method: HTTPRequest.Method) -> Refusal {
        switch error {
        case let refusal as Refusal: refusal
        case let error as any HTTPResponseError where error.status == .notFound:
            .notFound("There is nothing to \(method.rawValue) at this address.")
        case let error as any HTTPResponseError:
            Refusal(status: error.status, code: "refused", message: error.status.reasonPhrase)
        case let error as LibraryError: refusal(for: error)
        case let error as CatalogError where error.code == .unconfirmed:
            Refusal(status: .gatewayTimeout, code: "unconfirmed", message: error.message)
        case let error as CatalogError where error.code == .replaced:
            Refusal(status: .conflict, code: "replaced", message: error.message)
        case let error as MediaError: refusal(for: error)
        case let error as UploadError: refusal(for: error)
        case let error as SignInError: refusal(for: error)
        case is HTTPParserError: .malformed
        case is CancellationError, is ChannelError:
            Refusal(status: .init(code: 499, reasonPhrase: "Client Closed Request"), code: "closed", message: "")
        default: failed
        }
    }

    private static let failed = Refusal(
        status: .internalServerError, code: "failed", message: "The server could not do this; its terminal says why.")

    static func refusal(for error: LibraryError) -> Refusal {
        switch error.code {
        case .notFound: .notFound(error.message)
        case .missingBytes, .networkAccessRequired:
            Refusal(status: .notFound, code: "missingBytes", message: error.message)
        case .inconsistentIndexes, .conflictingEdit: .conflict(error.message)
        case .accessDenied: Refusal(status: .forbidden, code: "accessDenied", message: error.message)
        case .needsConfirmation: Refusal(status: .conflict, code: "needsConfirmation", message: error.message)
        case .unsupportedChange, .invalidAdjustment: .unprocessable(error.message)
        case .changeTokenExpired: Refusal(status: .gone, code: "tokenExpired", message: error.message)
        case .libraryMoved, .libraryReplaced, .volumeOffline, .notWatched:
            Refusal(status: .serviceUnavailable, code: "unavailable", message: error.message)
        case .networkFailed: .unfetched
        case .invalidValue: Refusal(status: .unprocessableContent, code: "invalidValue", message: error.message)
        default: failed
        }
    }

    private static func refusal(for error: SignInError) -> Refusal {
        switch error.code {
        case .badName: Refusal(status: .unprocessableContent, code: "invalidValue", message: error.message)
        case .nameTaken, .tooMany: .conflict(error.message)
        case .unreadable, .unwritable, .ended, .noPlace:
            Refusal(status: .serviceUnavailable, code: "unavailable", message: error.message)
        }
    }

    private static func refusal(for error: MediaError) -> Refusal {
        switch error.concern {
        case .network: Refusal(status: .notFound, code: "missingBytes", message: error.message)
        case .worker, .machine, .installation, .request:
            Refusal(status: .serviceUnavailable, code: "unavailable", message: error.message)
        case .file: Refusal(status: .unprocessableContent, code: "noPicture", message: error.message)
        }
    }
}

extension Request {
    /// Whether the address is for programs, whose errors are JSON.
    fileprivate var isForPrograms: Bool {
        uri.path == "/api" || uri.path.hasPrefix("/api/") || SenderArea.contains(uri.path)
    }

    /// Whether a browser opens the address as a page.
    fileprivate var acceptsPage: Bool {
        [.get, .head].contains(method) && headers[.accept]?.lowercased().contains("text/html") == true
    }
}
