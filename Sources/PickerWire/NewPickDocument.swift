/// The answer to a new pick.
package struct NewPickDocument: Codable, Sendable {
    package let number: String
    /// The address of the page where the user chooses.
    package let page: String
    /// The result token. The server doesn't show it again.
    package let token: String

    package init(number: String, page: String, token: String) {
        (self.number, self.page, self.token) = (number, page, token)
    }
}
