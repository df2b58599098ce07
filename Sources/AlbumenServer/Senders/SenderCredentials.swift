import Foundation
import HTTPTypes
import Hummingbird

/// The name and the password of a sender in a request's `Authorization` header: `Basic`, or `Bearer` with the password
/// alone.
enum SenderCredentials: Equatable {
    case missing
    case malformed
    case given(name: String?, password: String)

    /// No longer name and password are compared.
    private static let limit = 1024

    init(of request: Request) {
        let fields = request.headers[values: .authorization]
        guard let field = fields.first else {
            self = .missing
            return
        }
        let parts = field.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard fields.count == 1, parts.count == 2, parts[1].utf8.count <= Self.limit else {
            self = .malformed
            return
        }
        switch parts[0].lowercased() {
        case "bearer": self = .given(name: nil, password: parts[1])
        case "basic":
            // RFC 7617: the name has no colon.
            guard let data = Data(base64Encoded: parts[1]), let text = String(data: data, encoding: .utf8),
                let colon = text.firstIndex(of: ":")
            else { fallthrough }
            self = .given(name: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
        default: self = .malformed
        }
    }
}
