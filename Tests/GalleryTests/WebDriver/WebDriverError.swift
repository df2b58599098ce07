/// The failure of a command of the WebDriver protocol.
struct WebDriverError: Error, Decodable, CustomStringConvertible {
    /// The protocol's error code, such as `no such element`.
    let code: String
    let message: String

    var description: String { "\(code): \(message)" }

    init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    private enum CodingKeys: String, CodingKey {
        case code = "error"
        case message
    }
}
