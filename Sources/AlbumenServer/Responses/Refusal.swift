import HTTPTypes

/// Why a request is not answered: a status, a word for programs, and words for people.
struct Refusal: Error, Sendable {
    let status: HTTPResponse.Status
    let code: String
    let message: String

    static let noCookie = Refusal(
        status: .unauthorized, code: "noCookie",
        message: "Open a link that albumen serve printed. Press Return where it runs for a new one.")

    static let foreignOrigin = Refusal(
        status: .forbidden, code: "foreignOrigin", message: "Another site may not use this server.")

    static func foreignHost(_ address: ServerAddress) -> Refusal {
        Refusal(
            status: .misdirectedRequest, code: "foreignHost",
            message: "This server is at \(address.origin) and nowhere else.")
    }

    static func notFound(_ message: String) -> Refusal {
        Refusal(status: .notFound, code: "notFound", message: message)
    }

    static func badRequest(_ message: String) -> Refusal {
        Refusal(status: .badRequest, code: "badRequest", message: message)
    }
}
