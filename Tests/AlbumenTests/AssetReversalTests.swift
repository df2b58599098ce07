import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Undoes changes of assets with new changes.
@Suite struct AssetReversalTests {
    let temporary: TemporaryLibrary
    let assets: [String]

    init() throws {
        temporary = try TemporaryLibrary()
        assets = try temporary.add(
            (0..<3).map { index in
                .image("\(index).jpg") { probe in
                    probe.captureDate = MediaProbe.CaptureDate(
                        secondsSinceReferenceDate: Double(index) * 1000 + 0.25, utcOffsetInSeconds: index * 3600,
                        source: .exifOriginal)
                    probe.location = MediaProbe.Location(latitude: Double(index), longitude: 2, altitude: 3)
                    (probe.caption, probe.keywords, probe.rating) = ("caption \(index)", ["\(index)"], index + 1)
                }
            }
        ).compactMap(\.assetUUID)
    }

    @Test("undo restores each asset's values and the source of its date")
    func everyValue() throws {
        let before = try states()
        let reversals = try apply(everything, to: assets)
        #expect(try states() != before)
        let changes = try latestChange()
        #expect(try revert(reversals) == [true, true, true])
        #expect(try states() == before)
        #expect(try latestChange() == changes + 1)
        // A change can be undone once.
        #expect(try revert(reversals) == [false, false, false])
    }

    @Test("undo keeps values that changed again since and restores the others")
    func laterChanges() throws {
        let before = try states()
        let reversals = try apply(everything, to: assets)
        var later = AssetChange()
        (later.caption, later.location) = ("later", .some(nil))
        _ = try apply(later, to: [assets[1]])
        #expect(try revert(reversals) == [true, true, true])
        let after = try states()
        #expect([after[0], after[2]] == [before[0], before[2]])
        #expect(after[1].metadata.caption == "later")
        #expect(after[1].asset.latitude == nil)
        #expect(after[1].asset.creationDate == before[1].asset.creationDate)
        #expect(after[1].metadata.keywords == before[1].metadata.keywords)
    }

    @Test("undo skips assets that were purged since")
    func purged() throws {
        let reversals = try apply(everything, to: assets)
        try temporary.commit(.trash(assetUUID: assets[0]), .purge(assetUUID: assets[0]))
        #expect(try revert(reversals) == [false, true, true])
    }

    // MARK: Parts

    private struct State: Equatable {
        var asset: AssetRecord
        var metadata: MetadataRecord
    }

    private var everything: AssetChange {
        var change = AssetChange()
        change.creationDate = Date(timeIntervalSinceReferenceDate: 5)
        change.utcOffset = .some(nil)
        change.location = AssetLocation(latitude: 50, longitude: 60)
        (change.isFavorite, change.isHidden, change.rating) = (true, true, 5)
        (change.caption, change.keywords) = ("new", ["new"])
        return change
    }

    /// Omits the modification date, which every change sets.
    private func states() throws -> [State] {
        try temporary.library.catalog.read { reader in
            try assets.map { uuid in
                var asset = try #require(try reader.asset(uuid: uuid))
                asset.modificationDate = nil
                return State(asset: asset, metadata: try #require(try reader.metadata(ofAsset: asset.id)))
            }
        }
    }

    private func apply(_ change: AssetChange, to assets: [String]) throws -> [AssetReversal] {
        var transaction = Transaction()
        transaction.settings.keepsReversals = true
        for asset in assets { transaction.record(.change(change, assetUUID: asset)) }
        return try temporary.library.owner.commit(transaction).compactMap { outcome in
            if case .changed(let reversal) = outcome { reversal } else { nil }
        }
    }

    private func revert(_ reversals: [AssetReversal]) throws -> [Bool] {
        var transaction = Transaction()
        for reversal in reversals { transaction.record(.revert(reversal)) }
        return try temporary.library.owner.commit(transaction).map { $0 == .reverted(isChanged: true) }
    }

    private func latestChange() throws -> Int64 {
        try temporary.library.catalog.read { try $0.latestChange() }
    }
}
