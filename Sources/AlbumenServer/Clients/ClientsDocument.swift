import Albumen
import Foundation
import Records

/// The clients, and the parties that the user only picked for.
struct ClientsDocument: Encodable {
    /// The largest number of picks of a client or requester in the document.
    static let pickLimit = 20

    /// A party without access that asked through the picker.
    struct Requester: Encodable {
        let requester: PickRequesterDocument
        let picks: [ConfirmedPickDocument]
    }

    let clients: [ClientDocument]
    let requesters: [Requester]

    /// - Parameter picks: Newest first.
    init(_ clients: [ClientAccess], picks: [ConfirmedPick]) {
        let names = Set(clients.map(\.client))
        let ofClients = Dictionary(grouping: picks) { $0.client.flatMap { names.contains($0) ? $0 : nil } }
        self.clients = clients.map { ClientDocument($0, picks: ofClients[$0.client] ?? []) }
        let others = ofClients[nil] ?? []
        let groups = Dictionary(grouping: others, by: \.requester)
        var seen: Set<ConfirmedPick.Requester> = []
        requesters = others.map(\.requester).filter { seen.insert($0).inserted }.map { requester in
            Requester(
                requester: PickRequesterDocument(PickRequester(requester)),
                picks: (groups[requester] ?? []).prefix(Self.pickLimit).map(ConfirmedPickDocument.init))
        }
    }
}

/// A client, as the owner's page sees it.
struct ClientDocument: Encodable {
    let client: String
    let access: String
    @OrNull var since: String?
    @OrNull var lastUsed: String?
    /// The number of chosen assets, which has an effect only while the access is limited.
    let chosen: Int
    let hasToken: Bool
    let picks: [ConfirmedPickDocument]

    init(_ access: ClientAccess, picks: [ConfirmedPick]) {
        client = access.client
        self.access = access.level.name
        since = access.date.flatMap(Timestamp.utc)
        lastUsed = access.lastUsed.flatMap(Timestamp.utc)
        chosen = access.chosenAssetCount
        hasToken = access.tokenDate != nil
        self.picks = picks.prefix(ClientsDocument.pickLimit).map(ConfirmedPickDocument.init)
    }
}

/// A choice that the user confirmed in the picker.
struct ConfirmedPickDocument: Encodable {
    let id: Int64
    @OrNull var date: String?
    let requester: PickRequesterDocument
    /// The app's own name, which is a claim.
    @OrNull var name: String?
    let count: Int

    init(_ pick: ConfirmedPick) {
        id = pick.id
        date = Timestamp.utc(pick.date)
        requester = PickRequesterDocument(PickRequester(pick.requester))
        name = pick.application
        count = pick.assetCount
    }
}

/// A part of a list of assets, with the properties that a tile shows.
struct AssetPartDocument: Encodable {
    /// The largest number of assets in a part.
    static let limit = 500

    struct Tile: Encodable {
        let identifier: String
        let ratio: Double
        /// A `ThumbHash` in Base64.
        @OrNull var placeholder: String?
        let content: String
        let kinds: [AssetKind]
        /// In seconds.
        let duration: Double

        init(_ row: TimelineRow) {
            identifier = row.asset.uuid
            ratio = TimelineWindow.ratio(of: row.asset)
            placeholder = row.placeholder?.base64EncodedString()
            content = row.contentTag
            kinds = AssetKind.kinds(of: row.asset)
            duration = (row.asset.duration * 100).rounded() / 100
        }
    }

    /// The number of assets in the whole list.
    let count: Int
    let assets: [Tile]
    /// The value of `after` for the next part.
    @OrNull var next: String?

    init(_ part: Library.AssetPart, in view: LibraryView) throws {
        count = part.count
        // An asset that was purged since the list was read is left out.
        let existing = try view.assets(withIdentifiers: part.assets)
        let rows = try view.timelineRows(part.assets.filter { existing[$0] != nil })
        assets = (rows ?? []).map(Tile.init)
        next = part.next.map { String($0) }
    }
}

struct ChosenCountDocument: Encodable {
    let count: Int
}

struct ClientTokenDocument: Encodable {
    let token: String
}

/// A client's new access: `{"access": "limited"}`.
struct ClientAccessRequest: RequestDocument {
    let level: ClientAccess.Level

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["access"])
        let name: String = try fields.value("access")
        guard let level = ClientAccess.Level.allCases.first(where: { $0.name == name }) else {
            let names = ClientAccess.Level.allCases.map(\.name).joined(separator: ", ")
            throw fields.refusal(of: "access", "has “\(name.prefix(60))”; give \(names)")
        }
        self.level = level
    }
}

extension ClientAccess.Level {
    /// The level's name in documents.
    var name: String { self == .addOnly ? "addOnly" : rawValue }
}

extension ConfirmedPick {
    /// The name of the client that asked, if it's a program of the owner with a known path. A program has the same name
    /// when it uses the framework Photos.
    var client: String? {
        guard requester.isOwner, requester.origin == nil, let path = requester.program else { return nil }
        return path.split(separator: "/").last.map(String.init)
    }
}
