import HTTPTypes
import Hummingbird

/// The token in a request's `Authorization` header. Tokens in addresses are ignored.
enum BearerToken: Equatable {
    case missing
    /// The header has the scheme `Bearer`, but not exactly one token.
    case malformed
    case token(String)

    init(of request: Request) {
        let headers = request.headers[values: .authorization].map { $0.split(separator: " ") }
        guard headers.contains(where: { $0.first?.lowercased() == "bearer" }) else {
            self = .missing
            return
        }
        guard headers.count == 1, headers[0].count == 2 else {
            self = .malformed
            return
        }
        self = .token(String(headers[0][1]))
    }
}
