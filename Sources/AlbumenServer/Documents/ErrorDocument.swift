/// What the API answers instead of what was asked for.
struct ErrorDocument: Encodable {
    struct Content: Encodable {
        /// For programs.
        let code: String
        /// For people.
        let message: String
        /// How many photos and videos a change would remove, which is confirmed by that number; not there otherwise.
        let count: Int?
    }

    let error: Content

    init(_ refusal: Refusal) {
        error = Content(code: refusal.code, message: refusal.message, count: refusal.count)
    }
}
