/// What the API answers instead of what was asked for.
struct ErrorDocument: Encodable {
    struct Content: Encodable {
        /// For programs.
        let code: String
        /// For people.
        let message: String
    }

    let error: Content

    init(_ refusal: Refusal) {
        error = Content(code: refusal.code, message: refusal.message)
    }
}
