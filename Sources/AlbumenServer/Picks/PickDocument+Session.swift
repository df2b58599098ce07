import Albumen
import Foundation
import PickerWire
import Records

extension PickDocument {
    init(_ session: PickSession, in view: LibraryView) throws {
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
            try cipher.seal(name.uuid).map { PickItemDocument(preselected: $0, name) }
        }
        let chosen = try assets.compactMap { asset, picked in
            try cipher.seal(asset.uuid).map { PickItemDocument($0, picked, session) }
        }
        self.init(
            revision: session.appRevision, state: session.state, wantsFiles: session.wantsFiles,
            items: preselected + chosen)
    }
}

extension PickItemDocument {
    /// Creates the item of a name that the app sent, without anything else. See `PickPreselection.swift`.
    fileprivate init(preselected token: String, _ name: PickSession.PreselectedName) {
        self.init(
            item: token,
            identifier: name.isIdentifier ? LocalIdentifier.string(uuid: name.uuid, kind: .asset) : nil,
            name: nil, kind: nil, isPreselected: true, representations: [], pairedVideo: nil)
    }

    fileprivate init(_ token: String, _ picked: PickedAsset, _ session: PickSession) {
        let forms = PickRepresentations(of: picked, in: session)
        let hasIdentifier = session.configuration.hasIdentifiers && session.requester.isOwnersProgram
        self.init(
            item: token,
            identifier: hasIdentifier ? LocalIdentifier.string(uuid: picked.asset.uuid, kind: .asset) : nil,
            name: forms.name, kind: PlaybackStyle.names[picked.asset.playbackStyle] ?? AssetDocument.unknown,
            isPreselected: false, representations: forms.main.map(Representation.init),
            pairedVideo: forms.pairedVideo.map(Representation.init))
    }
}

extension PickItemDocument.Representation {
    fileprivate init(_ representation: PickRepresentation) {
        self.init(
            type: representation.type, name: representation.filename, bytes: representation.byteCount)
    }
}
