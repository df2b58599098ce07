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

    init(_ refusal: Refusal) {
        error = Content(code: refusal.code, message: refusal.message, count: refusal.count, field: refusal.field)
    }
}
