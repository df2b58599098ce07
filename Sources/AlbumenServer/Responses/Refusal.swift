import CodedErrors
import Foundation
import HTTPTypes

/// An error response: a status, a code for programs, and a message for people.
struct Refusal: CodedError {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    /// The number of assets that a change would remove, if it needs a confirmation.
    var count: Int?
    /// The field of the request's body that is invalid.
    var field: String?
    /// The machine-readable details of a problem that HTTP registers (RFC 9457).
    var problem: ProblemDetails?
    /// Additional headers of the response.
    var headers: HTTPFields = [:]

    static let noCookie = Refusal(
        status: .unauthorized, code: "noCookie",
        message: "Open a link that albumen serve printed. Press Return where it runs for a new one.")

    static let foreignOrigin = Refusal(
        status: .forbidden, code: "foreignOrigin", message: "Another site may not use this server.")

    static let noOrigin = Refusal(
        status: .forbidden, code: "foreignOrigin",
        message: "A change needs an Origin header that names this server's own page.")

    static let notJSON = Refusal(
        status: .unsupportedMediaType, code: "notJSON", message: "The body is JSON, with Content-Type application/json."
    )

    /// The server closes the connection, because it can't find the start of the next request.
    static let malformed = Refusal(
        status: .badRequest, code: "malformed", message: "The request isn't HTTP/1.1.", headers: [.connection: "close"])

    static func tooLarge(limit: Int) -> Refusal {
        Refusal(
            status: .contentTooLarge, code: "tooLarge",
            message: "A body has at most \(limit) bytes. Ask for less at a time.")
    }

    /// The library has changed since the client read it.
    static func conflict(_ message: String) -> Refusal {
        Refusal(status: .conflict, code: "conflict", message: message)
    }

    /// The client must repeat a large removal with its count.
    static func needsConfirmation(count: Int) -> Refusal {
        Refusal(
            status: .conflict, code: "needsConfirmation",
            message: "This would remove \(count) photos and videos, more than a hundredth of the library. Confirm it "
                + "with that count.",
            count: count)
    }

    static func unprocessable(_ message: String) -> Refusal {
        Refusal(status: .unprocessableContent, code: "unsupportedChange", message: message)
    }

    static func foreignHost(_ address: ServerAddress) -> Refusal {
        Refusal(
            status: .misdirectedRequest, code: "foreignHost",
            message: "This server is at \(address.origin) and nowhere else.")
    }

    static func notFound(_ message: String) -> Refusal {
        Refusal(status: .notFound, code: "notFound", message: message)
    }

    static let slowBody = Refusal(
        status: .requestTimeout, code: "tooSlow", message: "The body took too long. Send it at once.",
        headers: [.connection: "close"])

    static func badRequest(_ message: String, field: String? = nil) -> Refusal {
        Refusal(status: .badRequest, code: "badRequest", message: message, field: field)
    }
}
