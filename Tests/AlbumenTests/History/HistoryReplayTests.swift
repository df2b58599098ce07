import AlbumenModel
import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Random change blocks. The history alone turns a snapshot into the current library (§7.5), and its details of each
/// block match a model of the library.
///
/// `TestLength` decides the number of blocks.
@Suite struct HistoryReplayTests {
    private static let blocksPerLibrary = 100
    private static let cases = TestLength.cases(2_000)

    @Test(
        "replaying the history turns a snapshot into the current library",
        arguments: 0..<max(1, cases / blocksPerLibrary))
    func historyMakesOfASnapshotTheLibraryAsItIs(seed: Int) throws {
        let temporary = try TemporaryLibrary()
        let library = temporary.library
        try temporary.add((0..<12).map { .image("\(seed)-\($0).jpg") })
        let snapshot = temporary.folder.appending(path: "before.sqlite")
        let start = try library.catalog.copy(to: snapshot)
        var blocks = RandomBlocks(seed: UInt64(seed))
        var model = try LibraryModel(of: library)
        for number in 0..<Self.blocksPerLibrary {
            // Sometimes adds assets, also to an album like an import.
            if number % 10 == 9 {
                try temporary.add((0..<3).map { .image("\(seed)-\(number)-\($0).jpg") })
                model = try LibraryModel(of: library)
            }
            if number % 3 == 1 { try choose(in: library, seed: seed &* 1_000 &+ number) }
            let token = try library.owner.currentToken()
            var transaction = Transaction()
            let rows = try LibraryModel.rows(of: library)
            for change in blocks.next(for: model) { transaction.record(change.operation(rows: rows)) }
            // Invalid blocks are expected: they change nothing.
            _ = try? library.owner.commit(transaction)
            let after = try LibraryModel(of: library)
            try expectDetails(since: token, from: model, to: after, in: library, "seed \(seed), block \(number)")
            model = after
        }
        let live = library.folder.appending(path: "catalog.sqlite")
        var replayed = try ReplayedCatalog(of: snapshot)
        let actual = try ReplayedCatalog(of: live)
        #expect(replayed != actual)
        try replayed.replay(live, after: start)
        #expect(replayed.assets == actual.assets, "seed \(seed)")
        #expect(replayed.collections == actual.collections, "seed \(seed)")
        #expect(replayed.members == actual.members, "seed \(seed)")
        #expect(replayed.chosen == actual.chosen, "seed \(seed)")
        #expect(replayed.visible == actual.visible, "seed \(seed)")
    }

    /// Chooses and deselects random assets for one of two clients.
    private func choose(in library: Library, seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
        let rows = try library.catalog.read { try $0.assets(after: 0, limit: 1_000).map(\.id) }
        let client = Bool.random(using: &random) ? "app" : "other"
        func some() -> [Int64] { rows.filter { _ in Int.random(in: 0..<4, using: &random) == 0 } }
        try library.choose(some(), forClient: client, author: "test")
        try library.deselect(some(), fromClient: client, author: "test")
    }

    private func expectDetails(
        since token: ChangeToken, from before: LibraryModel, to after: LibraryModel, in library: Library,
        _ place: Comment
    ) throws {
        let page = try library.owner.changes(since: token)
        #expect(page.entries.count <= 1, place)
        func shown(_ model: LibraryModel) -> [String: LibraryModel.Asset] {
            model.assets.filter { !$0.value.isTrashed }
        }
        try expect(.asset, page, shown(before), shown(after), in: library, place) { old, new in
            old.isFavorite != new.isFavorite || old.isHidden != new.isHidden || old.creationDate != new.creationDate
        }
        try expect(.album, page, before.albums, after.albums, in: library, place) { $0.title != $1.title }
        try expect(.folder, page, before.folders, after.folders, in: library, place) { $0.title != $1.title }
    }

    /// Insertions and deletions must match exactly. Updates must include the known ones, and only objects that existed
    /// before and after.
    private func expect<Object>(
        _ kind: ChangedObject, _ page: HistoryPage, _ before: [String: Object], _ after: [String: Object],
        in library: Library, _ place: Comment, isOther: (Object, Object) -> Bool
    ) throws {
        let details = try page.entries.first.map { try library.owner.details(of: kind, inChange: $0.token) }
        func uuids(_ identifiers: [String]?) -> Set<String> {
            Set((identifiers ?? []).compactMap(LocalIdentifier.uuid))
        }
        let (old, new) = (Set(before.keys), Set(after.keys))
        #expect(uuids(details?.inserted) == new.subtracting(old), place)
        #expect(uuids(details?.deleted) == old.subtracting(new), place)
        let stayed = old.intersection(new)
        let others = stayed.filter { uuid in
            guard let earlier = before[uuid], let later = after[uuid] else { return false }
            return isOther(earlier, later)
        }
        let updated = uuids(details?.updated)
        #expect(updated.isSuperset(of: others), place)
        #expect(updated.isSubset(of: stayed), place)
    }
}
