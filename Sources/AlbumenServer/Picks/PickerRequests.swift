import Foundation
import PickerWire

/// The assets to check: `{"assets": […]}`.
struct EligibilityRequest: RequestDocument {
    static let limit = 500

    let assets: [String]

    init(from decoder: any Decoder) throws {
        assets = try RequestFields(decoder, known: ["assets"]).uuids("assets", atMost: Self.limit)
    }
}

/// A page's new selection: `{"revision": 3, "assets": […], "confirms": true}`.
struct PickSelectionRequest: RequestDocument {
    let revision: Int
    let assets: [String]
    let removes: Set<PickConfiguration.Removal>?
    let confirms: Bool

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["revision", "assets", "removes", "confirms"])
        revision = try fields.value("revision")
        assets = try fields.uuids("assets", atLeast: 0, atMost: PickConfiguration.assetLimit)
        removes = fields.has("removes") ? try fields.names("removes") : nil
        confirms = try fields.optional("confirms") ?? false
    }
}

/// A page's changes of a client's selection: `{"revision": 3, "choose": […], "deselect": […]}`.
struct PickDifferenceRequest: RequestDocument {
    let revision: Int
    let chosen: [String]
    let deselected: [String]

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["revision", "choose", "deselect"])
        revision = try fields.value("revision")
        chosen = fields.has("choose") ? try fields.uuids("choose", atLeast: 0) : []
        deselected = fields.has("deselect") ? try fields.uuids("deselect", atLeast: 0) : []
        guard Set(chosen).isDisjoint(with: deselected) else {
            throw fields.refusal(of: "deselect", "has an asset that is also in choose")
        }
    }
}

/// The end of a session: `{"action": "add", "revision": 4, "removes": ["location"]}`. The action `files` cancels, because
/// the owner wants to choose a file of the device instead.
struct PickEndRequest: RequestDocument {
    enum Action: String, CaseIterable {
        case add, cancel, files
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
