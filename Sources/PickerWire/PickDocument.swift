/// A pick, as its app sees it.
package struct PickDocument: Codable, Sendable {
    /// The state of a pick.
    package enum State: String, Codable, Sendable {
        /// No page has opened it.
        case waiting
        case open
        case added, cancelled, expired

        package var isRunning: Bool { self == .waiting || self == .open }
    }

    package let revision: Int
    package let state: State
    /// Whether the user wants to choose a file of the device instead. `false` if an earlier server omits the field.
    package let wantsFiles: Bool
    package let items: [PickItemDocument]

    package init(revision: Int, state: State, wantsFiles: Bool, items: [PickItemDocument]) {
        (self.revision, self.state, self.wantsFiles, self.items) = (revision, state, wantsFiles, items)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        revision = try container.decode(Int.self, forKey: .revision)
        state = try container.decode(State.self, forKey: .state)
        wantsFiles = try container.decodeIfPresent(Bool.self, forKey: .wantsFiles) ?? false
        items = try container.decode([PickItemDocument].self, forKey: .items)
    }
}
