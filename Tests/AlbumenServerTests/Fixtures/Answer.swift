import Foundation
import HTTPTypes

/// An answer of the server.
struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch {
            throw Unexpected(description: "\(status) \(text.prefix(500)) is no \(type): \(error)")
        }
    }

    /// The API's error code, or `nil` if the body isn't an error of the API.
    var refusal: Refused? { try? decoded(as: RefusedDocument.self).error }

    struct Refused: Decodable, Equatable {
        let code: String
        let message: String
        var count: Int?
        var field: String?
    }

    private struct RefusedDocument: Decodable {
        let error: Refused
    }
}

extension Answer {
    /// The cookie that the answer sets: its name, value and attributes.
    var cookie: (name: String, value: String, attributes: [String])? {
        guard let field = headers[.setCookie] else { return nil }
        let parts = field.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let pair = parts.first?.split(separator: "=", maxSplits: 1), pair.count == 2 else { return nil }
        return (String(pair[0]), String(pair[1]), Array(parts.dropFirst()))
    }
}
