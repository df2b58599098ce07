/// The body of an error response.
struct ErrorDocument: Encodable {
    struct Content: Encodable {
        /// A code for programs.
        let code: String
        /// A message for people.
        let message: String
        /// The number of photos and videos that a change would remove, if it needs a confirmation with that number.
        let count: Int?
        /// The invalid field of the request's body.
        let field: String?
    }

    let error: Content
    let type: String?
    let title: String?
    let expectedOffset: Int64?
    let providedOffset: Int64?

    private enum CodingKeys: String, CodingKey {
        case error, type, title
        case expectedOffset = "expected-offset"
        case providedOffset = "provided-offset"
    }

    init(_ refusal: Refusal) {
        (type, title) = (refusal.problem?.type, refusal.problem?.title)
        (expectedOffset, providedOffset) = (refusal.problem?.expectedOffset, refusal.problem?.providedOffset)
        error = Content(code: refusal.code, message: refusal.message, count: refusal.count, field: refusal.field)
    }
}
