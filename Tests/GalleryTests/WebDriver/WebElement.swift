/// An element of a session's page.
struct WebElement: Sendable {
    struct Reference: Decodable {
        let identifier: String

        private enum CodingKeys: String, CodingKey {
            // The WebDriver standard's name of element references.
            case identifier = "element-6066-11e4-a52e-4f735466cecf"
        }
    }

    private let session: BrowserSession
    private let identifier: String

    init(_ reference: Reference, in session: BrowserSession) {
        self.session = session
        identifier = reference.identifier
    }

    /// Scrolls to the element and clicks its centre. Fails if another element covers it.
    func click() async throws {
        try await session.post("element/\(identifier)/click", [String: String]())
    }

    /// Types a text. In a field for files, chooses the files at these paths, one in each line.
    func type(_ text: String) async throws {
        try await session.post("element/\(identifier)/value", ["text": text])
    }
}
