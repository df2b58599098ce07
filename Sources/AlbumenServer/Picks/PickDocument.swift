import Albumen
import Foundation
import Records

/// A new session.
struct NewPickDocument: Encodable {
    let number: String
    /// The address of the page where the user chooses.
    let page: String
    /// The result token. The server doesn't show it again.
    let token: String
}

/// A session, as its app sees it.
struct PickDocument: Encodable {
    struct Representation: Encodable {
        let type: String
        let name: String
        /// `nil` if the file is made on request.
        @OrNull var bytes: Int64?

        init(_ representation: PickRepresentation) {
            type = representation.type
            name = representation.filename
            bytes = representation.byteCount
        }
    }

    struct Item: Encodable {
        /// The token by which this requester knows the asset.
        let item: String
        @OrNull var identifier: String?
        /// The file name without its extension, or `nil` for a preselected asset.
        @OrNull var name: String?
        /// The playback style, or `nil` for a preselected asset.
        @OrNull var kind: String?
        let isPreselected: Bool
        let representations: [Representation]
        @OrNull var pairedVideo: Representation?
    }

    let revision: Int
    let state: String
    /// Whether the owner wants to choose a file of the device instead.
    let wantsFiles: Bool
    let items: [Item]

    init(_ session: PickSession, in view: LibraryView) throws {
        revision = session.appRevision
        state = session.state.rawValue
        wantsFiles = session.wantsFiles
        let added = session.loadable
        let picked = try view.pickedAssets(uuids: added.map(\.uuid))
        let cipher = try view.pickItemCipher(for: session.requester.key)
        var assets = added.compactMap { asset in picked[asset.uuid].map { (asset, $0) } }
        if !session.configuration.selection.isOrdered {
            assets.sort {
                ($0.1.asset.creationDate ?? .distantPast, $0.0.row)
                    < ($1.1.asset.creationDate ?? .distantPast, $1.0.row)
            }
        }
        let preselected = try session.visibleNames.compactMap { name in
            try cipher.seal(name.uuid).map { Item(preselected: $0, name) }
        }
        let chosen = try assets.compactMap { asset, picked in
            try cipher.seal(asset.uuid).map { Item($0, picked, session) }
        }
        items = preselected + chosen
    }
}

extension PickDocument.Item {
    /// Creates the item of a name that the app sent, without anything else. See `PickPreselection.swift`.
    fileprivate init(preselected token: String, _ name: PickSession.PreselectedName) {
        item = token
        identifier = name.isIdentifier ? LocalIdentifier.string(uuid: name.uuid, kind: .asset) : nil
        (self.name, kind) = (nil, nil)
        isPreselected = true
        representations = []
        pairedVideo = nil
    }

    fileprivate init(_ token: String, _ picked: PickedAsset, _ session: PickSession) {
        let forms = PickRepresentations(of: picked, in: session)
        item = token
        let hasIdentifier = session.configuration.hasIdentifiers && session.requester.isOwnersProgram
        identifier = hasIdentifier ? LocalIdentifier.string(uuid: picked.asset.uuid, kind: .asset) : nil
        name = forms.name
        kind = PlaybackStyle.names[picked.asset.playbackStyle] ?? AssetDocument.unknown
        isPreselected = false
        representations = forms.main.map(PickDocument.Representation.init)
        pairedVideo = forms.pairedVideo.map(PickDocument.Representation.init)
    }
}

/// The progress of making a file.
struct PickProgressDocument: Encodable {
    enum Phase: String, Encodable {
        case downloading, making, ready
    }

    let phase: Phase
    /// The finished share, from 0 to 1.
    let fraction: Double
}
