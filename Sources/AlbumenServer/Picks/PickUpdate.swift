import Foundation

/// Changes that an app makes to its session: `{"limit": 3, "deselect": ["…"], …}`.
struct PickUpdate: RequestDocument {
    static let bodyLimit = PickRequest.bodyLimit

    struct Move: Decodable, Sendable {
        let item: String
        /// The item before it, or `nil` for the first place.
        let after: String?

        init(from decoder: any Decoder) throws {
            let fields = try RequestFields(decoder, known: ["item", "after"])
            item = try fields.value("item")
            after = try fields.nullable("after", as: String.self) ?? nil
        }
    }

    enum Zoom: String, CaseIterable, Sendable {
        case `in`, out
    }

    let limit: Int?
    let edges: Set<PickConfiguration.Edge>?
    let deselect: [String]
    let move: Move?
    let scrolls: Bool
    let zoom: Zoom?
    /// Whether to end the choosing. The app keeps what a continuous session has delivered.
    let ends: Bool

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(
            decoder,
            known: [
                "limit", "edgesWithoutContentMargins", "deselect", "move", "scrollToInitialPosition", "zoom", "end",
            ])
        limit = try fields.pickLimit("limit")
        edges = fields.has("edgesWithoutContentMargins") ? try fields.names("edgesWithoutContentMargins") : nil
        deselect = try fields.optional("deselect") ?? []
        move = try fields.optional("move")
        scrolls = try fields.optional("scrollToInitialPosition") ?? false
        zoom = try fields.name("zoom")
        ends = try fields.optional("end") ?? false
    }
}
