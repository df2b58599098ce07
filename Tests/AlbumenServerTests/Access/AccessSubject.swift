import Albumen
import AlbumenTestSupport
import Foundation
import MediaRequests
import Records
import Testing

@testable import AlbumenServer

extension AccessExpectation.Subject {
    /// Creates the objects to which the expectation's request refers.
    init(_ asset: String, for expectation: AccessExpectation, in gallery: GalleryFixture) throws {
        let album = try gallery.addAlbum("Album")
        self.init(
            asset: asset, version: try gallery.version(), link: try gallery.link(), album: album,
            pick: try gallery.openPick())
        if expectation.route.contains("{question}") {
            question = try gallery.library.ask(NewQuestion(client: "other", kind: .selection))
        }
        if expectation.route.contains("{pick}") {
            let pick = ConfirmedPick(
                date: Date(timeIntervalSinceReferenceDate: 0), requester: .origin("http://app.example"),
                application: nil, assetCount: 1)
            let rows = try gallery.library.owner.assetRows(uuids: [asset])
            try gallery.library.remember(pick, assets: Array(rows.values))
            remembered = try #require(try gallery.library.confirmedPicks(limit: 1).first).id
        }
    }
}

extension GalleryFixture {
    /// Adds a video that isn't like any other, and returns its UUID.
    func add(in state: AccessExpectation.State) throws -> String {
        var movie = TemporaryLibrary.Sample.movie("\(UUID().uuidString).mov")
        // Gives the asset a burst that can be requested.
        movie.probe.burstIdentifier = UUID().uuidString
        let asset = try add(movie)
        switch state {
        case .visible: break
        case .hidden: try setHidden(true, asset)
        case .trashed: try temporary.commit(.trash(assetUUID: asset))
        }
        return asset
    }
}
