/// Why a command of the WebDriver protocol failed.
struct WebDriverError: Error, Decodable, CustomStringConvertible {
    /// As the protocol names it, such as `no such element`.
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
