import HTTPTypes
import Hummingbird

/// Answers all requests to the entrance and to the names of former runs, so that no other route is under these names.
///
/// A former run's name leads to the entrance. Its open page learns from a refusal (421) that the server was started
/// again.
struct EntranceMiddleware: RouterMiddleware {
    let names: RunNames
    let address: ServerAddress
    let entrance: Entrance

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        let address = address.on(port: context.port)
        switch names.place(of: request.head.authority, at: address) {
        case .address, .run: return try await next(request, context)
        case .entrance: return try await entrance.respond(to: request, context, at: address)
        case .otherRun:
            guard request.isNavigation else { throw Refusal.otherRun }
            return .toEntrance(request, names.entranceOrigin(at: address))
        }
    }
}

extension Response {
    /// Redirects a window to the same page at the entrance. Browsers keep the address's fragment.
    static func toEntrance(_ request: Request, _ origin: String) -> Response {
        let path = RunNames.pages.contains(request.uri.path) ? request.uri.path : "/"
        let number = path == PickEntrance.picker ? request.uri.queryParameters.get("number") : nil
        let query = number.flatMap { PickNumber.isValid($0) ? "?number=\($0)" : nil } ?? ""
        return Response(
            status: .seeOther,
            headers: [.location: origin + path + query, .cacheControl: "no-store", .referrerPolicy: "no-referrer"])
    }
}

extension Refusal {
    fileprivate static let otherRun = Refusal(
        status: .misdirectedRequest, code: "otherRun",
        message: "The server was started again. This page belongs to its former run.")
}
