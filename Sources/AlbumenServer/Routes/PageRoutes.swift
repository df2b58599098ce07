import Hummingbird

/// Routes for the page, its files, and the description of the API.
struct PageRoutes: Sendable {
    /// The path of the page about access.
    static let access = "/access"
    /// The path of the page about the library's condition.
    static let status = "/status"
    /// The pages beside the library.
    static let sidePages: Set = [access, status]

    let files: PageFiles
    let description: APIDescription

    func add(to routes: GalleryRoutes) {
        routes.get("/") { request, context, _ in
            var response = try answer(PageFiles.indexName, request)
            // On this machine, a round trip takes no time.
            if context.remote != nil { response.headers[.link] = FirstRequests.preloads }
            return response
        }
        routes.get(RouterPath(Self.access)) { request, _, _ in try answer(PageFiles.accessName, request) }
        routes.get(RouterPath(Self.status)) { request, _, _ in try answer(PageFiles.statusName, request) }
        routes.get("/web/**") { request, context, _ in
            try answer(context.parameters.getCatchAll().joined(separator: "/"), request)
        }
        routes.get("/api/openapi.json") { _, _, _ in description.response }
    }

    private func answer(_ name: String, _ request: Request) throws -> Response {
        guard let response = files.response(for: name, to: request) else {
            throw Refusal.notFound("There is no such file.")
        }
        return response
    }
}
