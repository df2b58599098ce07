import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The body of a request that changes the library.
enum JSONBody {
    /// The size limit of most bodies in bytes. It allows more than 20,000 identifiers.
    static let limit = 1 << 20

    /// - Parameter time: The time in which the body must arrive, or `nil` if only the connection's own limits apply.
    /// - Throws: `Refusal` if the body isn't JSON (415), is too large (413), too slow (408), or has an invalid field
    ///   (400). The message names the field.
    static func decode<Document: RequestDocument>(
        _: Document.Type, from request: Request, _ context: GalleryContext, within time: Duration? = nil
    ) async throws -> Document {
        let mediaType = request.headers[.contentType]?.split(separator: ";").first
        guard mediaType?.trimmingCharacters(in: .whitespaces).lowercased() == "application/json" else {
            throw Refusal.notJSON
        }
        let limit = Document.bodyLimit
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw Refusal.tooLarge(limit: limit)
        }
        if request.headers[.expect]?.lowercased() == "100-continue" { try await context.inviteBody() }
        do {
            let buffer = try await collect(request.body, upTo: limit, within: time)
            return try JSONDecoder().decode(Document.self, from: Data(buffer.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw Refusal.tooLarge(limit: limit)
        } catch let error as DecodingError {
            throw Refusal.badRequest(message(for: error), field: field(of: error))
        }
    }

    /// Collects the body. If it takes too long, refuses the request with a response that closes the connection, because
    /// the rest of the body precedes the next request.
    static func collect(
        _ body: RequestBody, upTo limit: Int, within time: Duration?
    ) async throws -> ByteBuffer {
        guard let time else { return try await body.collect(upTo: limit) }
        return try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
            group.addTask { try await body.collect(upTo: limit) }
            group.addTask {
                try await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            guard let buffer = try await group.next() ?? nil else { throw Refusal.slowBody }
            return buffer
        }
    }

    private static func field(of error: DecodingError) -> String? {
        let keys: [any CodingKey] =
            switch error {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        return keys.isEmpty ? nil : path(keys)
    }

    private static func message(for error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(path(context.codingPath + [key])) is missing."
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            "\(path(context.codingPath)) is not \(name(of: type))."
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "The body isn't JSON."
        case .dataCorrupted(let context): "\(path(context.codingPath)) \(context.debugDescription)."
        @unknown default: "The body is not what this address takes."
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        let names = keys.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return names.isEmpty ? "The body" : names.joined(separator: ".")
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Bool.Type: "true or false"
        case is Int.Type: "a whole number"
        case is Double.Type: "a number"
        case is String.Type: "a text"
        case is any Collection.Type where !(type is [String: Any].Type): "a list"
        default: "an object"
        }
    }
}
