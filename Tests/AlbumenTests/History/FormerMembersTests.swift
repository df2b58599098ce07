import AlbumenModel
import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// Dates and locations of an album's members at an earlier version, which a fetched album returns after a change
/// (§5.1.10).
@Suite struct FormerMembersTests {
    private static let blocks = 50

    private struct Moment: Hashable {
        var version: Int64
        var album: Int64
    }

    @Test("after random changes each album returns the dates and location of each earlier version")
    func randomChanges() throws {
        let summaries = try (0..<8).flatMap(summariesAfterRandomChanges)
        #expect(Set(summaries).count > 10, "The changes must matter.")
    }

    /// Checks the remaining albums, and returns the summaries of their earlier versions.
    private func summariesAfterRandomChanges(seed: Int) throws -> [String] {
        let temporary = try TemporaryLibrary()
        let library = temporary.library
        try temporary.add((0..<12).map { .image("\(seed)-\($0).jpg") })
        var blocks = RandomBlocks(seed: UInt64(seed + 1_000))
        var generator = SeededGenerator(seed: UInt64(seed))
        var known: [Moment: MemberSummary] = [:]
        for number in 0..<Self.blocks {
            if number % 8 == 7 { try temporary.add((0..<3).map { .image("\(seed)-\(number)-\($0).jpg") }) }
            if number % 2 == 1, let asset = try assets(library).randomElement(using: &generator) {
                try dateAndPlace(asset, number, temporary)
            }
            var transaction = Transaction()
            let rows = try LibraryModel.rows(of: library)
            for change in blocks.next(for: try LibraryModel(of: library)) {
                transaction.record(change.operation(rows: rows))
            }
            // Invalid blocks are expected: they change nothing.
            _ = try? library.owner.commit(transaction)
            let version = try library.owner.version()
            for album in try library.owner.albums(subtype: nil) {
                let summary = try library.owner.memberSummary(ofAlbum: album.id, at: version)
                #expect(summary == (try summaryOfMembers(album.id, library)), "seed \(seed), block \(number)")
                known[Moment(version: version, album: album.id)] = summary
            }
        }
        let present = Set(try library.owner.albums(subtype: nil).map(\.id))
        let checked = known.filter { present.contains($0.key.album) }
        for (moment, summary) in checked {
            #expect(
                try library.owner.memberSummary(ofAlbum: moment.album, at: moment.version) == summary,
                "seed \(seed), version \(moment.version)")
        }
        return checked.values.map { "\($0)" }
    }

    @Test("with limited access, a summary only includes visible members")
    func limitedAccess() throws {
        let temporary = try TemporaryLibrary()
        let library = temporary.library
        let uuids = try temporary.add((0..<3).map { .image("\($0).jpg") }).compactMap(\.assetUUID)
        for (index, uuid) in uuids.enumerated() {
            var change = AssetChange()
            change.creationDate = Date(timeIntervalSinceReferenceDate: Double(index))
            try temporary.commit(.change(change, assetUUID: uuid))
        }
        let album = NewCollection(uuid: UUID().uuidString, kind: .album, title: "Trip")
        try temporary.commit(.createCollection(album), .editMembers(ListEdit(.add(uuids)), albumUUID: album.uuid))
        let identifier = try #require(try library.owner.collection(uuid: album.uuid)).id
        let version = try library.owner.version()
        let middle = try #require(try library.owner.asset(withUUID: uuids[1]))
        try library.catalog.write(author: "test") { try $0.grant(asset: middle.id, to: "app") }
        try temporary.commit(.editMembers(ListEdit(.remove(uuids)), albumUUID: album.uuid))
        let seen = try library.view(.limited(client: "app")).memberSummary(ofAlbum: identifier, at: version)
        #expect(seen.startDate == middle.creationDate)
        #expect(seen.endDate == middle.creationDate)
        #expect(
            try library.view(.denied).memberSummary(ofAlbum: identifier, at: version) == MemberSummary())
    }

    private func assets(_ library: Library) throws -> [AssetRecord] {
        let rows = try library.owner.assetIdentifiers(AssetFetch())
        let records = try library.owner.assets(withIdentifiers: rows)
        return rows.compactMap { records[$0] }
    }

    private func dateAndPlace(_ asset: AssetRecord, _ number: Int, _ temporary: TemporaryLibrary) throws {
        var change = AssetChange()
        change.creationDate = Date(timeIntervalSinceReferenceDate: Double(number * 7_919 % 1_000))
        change.location = .some(
            number % 4 == 0 ? nil : AssetLocation(latitude: Double(number % 80), longitude: Double(number % 170)))
        try temporary.commit(.change(change, assetUUID: asset.uuid))
    }

    /// Computes the summary from a fetch of the members.
    private func summaryOfMembers(_ album: Int64, _ library: Library) throws -> MemberSummary {
        var fetch = AssetFetch()
        fetch.membership = .album(album)
        let rows = try library.owner.assetIdentifiers(fetch)
        let records = try library.owner.assets(withIdentifiers: rows)
        let members = rows.compactMap { records[$0] }
        let placed = members.first { $0.latitude != nil }
        return MemberSummary(
            startDate: members.compactMap(\.creationDate).min(), endDate: members.compactMap(\.creationDate).max(),
            latitude: placed?.latitude, longitude: placed?.longitude)
    }
}
