import Foundation

/// The assets to check: `{"assets": […]}`.
struct EligibilityRequest: RequestDocument {
    static let limit = 500

    let assets: [String]

    init(from decoder: any Decoder) throws {
        assets = try RequestFields(decoder, known: ["assets"]).uuids("assets", atMost: Self.limit)
    }
}

/// A page's new selection: `{"revision": 3, "assets": […]}`.
struct PickSelectionRequest: RequestDocument {
    let revision: Int
    let assets: [String]
    let removes: Set<PickConfiguration.Removal>?

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["revision", "assets", "removes"])
        revision = try fields.value("revision")
        assets = try fields.uuids("assets", atLeast: 0, atMost: PickConfiguration.assetLimit)
        removes = fields.has("removes") ? try fields.names("removes") : nil
    }
}

/// The end of a session: `{"action": "add", "revision": 4, "removes": ["location"]}`.
struct PickEndRequest: RequestDocument {
    enum Action: String, CaseIterable {
        case add, cancel
    }

    let action: Action
    let revision: Int
    let removes: Set<PickConfiguration.Removal>

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["action", "revision", "removes"])
        guard let action: Action = try fields.name("action") else { throw fields.refusal(of: "action", "is missing") }
        self.action = action
        revision = try fields.value("revision")
        removes = try fields.names("removes")
    }
}
