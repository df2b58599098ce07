import HTTPTypes
import Hummingbird
import Synchronization

/// The methods of each route, to answer requests with another method.
final class RouteTable: Sendable {
    private let methods = Mutex<[(path: RouterPath, methods: [HTTPRequest.Method])]>([])

    func add(_ method: HTTPRequest.Method, _ path: RouterPath) {
        // HEAD works wherever GET does.
        let added = method == .get ? [method, .head] : [method]
        methods.withLock { entries in
            if let index = entries.firstIndex(where: { $0.path == path }) {
                entries[index].methods += added
            } else {
                entries.append((path, added))
            }
        }
    }

    /// Returns the methods of all routes that match the path.
    func methods(at path: String) -> [HTTPRequest.Method] {
        let parts = path.split(separator: "/")
        return methods.withLock { entries in
            entries.filter { Self.fits($0.path, parts) }.flatMap(\.methods)
        }
    }

    private static func fits(_ path: RouterPath, _ parts: [Substring]) -> Bool {
        if path.components.last == .recursiveWildcard {
            let prefix = path.components.dropLast()
            return parts.count > prefix.count && zip(prefix, parts).allSatisfy { $0 ~= $1 }
        }
        return path.components.count == parts.count && zip(path.components, parts).allSatisfy { $0 ~= $1 }
    }
}

/// Refuses methods that a path doesn't support (RFC 9110, 15.5.6).
struct MethodMiddleware: RouterMiddleware {
    let routes: RouteTable

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where error.status == .notFound {
            // The router found no route. The table is read only in this case, because it costs more than the router.
            let methods = routes.methods(at: request.uri.path)
            guard methods.isEmpty || methods.contains(request.method) else {
                throw Refusal.wrongMethod(allowed: methods)
            }
            throw error
        }
    }
}

extension Refusal {
    fileprivate static func wrongMethod(allowed: [HTTPRequest.Method]) -> Refusal {
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        return Refusal(
            status: .methodNotAllowed, code: "wrongMethod", message: "This address takes \(names).",
            headers: [.allow: names])
    }
}
