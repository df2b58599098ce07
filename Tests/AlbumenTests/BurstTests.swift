import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The visible frames of a burst, and the user's choices (§2.5).
@Suite struct BurstTests {
    let temporary: TemporaryLibrary
    /// The UUIDs of five frames in chronological order.
    let frames: [String]

    init() throws {
        temporary = try TemporaryLibrary()
        frames = try temporary.addBurst("burst", count: 5)
    }

    @Test("the user's key photo represents its burst until it is removed (§2.5.1)")
    func keyPhoto() throws {
        #expect(try shown() == [0])
        try choose(3)
        #expect(try shown() == [3])
        #expect(try record(0).burstSelectionTypes == .autoPick)
        #expect(try record(3).burstSelectionTypes.isEmpty)
        try choose(1)
        #expect(try shown() == [1])
        try choose(1, isKeyPhoto: false)
        #expect(try shown() == [0])
    }

    @Test("frames that the user keeps are visible beside the key photo (§2.2.7, §2.5.2)")
    func kept() throws {
        try keep(2, 4)
        #expect(try shown() == [0, 2, 4])
        #expect(try record(2).burstSelectionTypes == .userPick)
        try keep(2, isUserPick: false)
        #expect(try shown() == [0, 4])
    }

    @Test("the next frame replaces a deleted key photo until the key photo is restored (§2.5.1)")
    func deletedKeyPhoto() throws {
        try choose(3)
        try temporary.commit(.trash(assetUUID: frames[3]))
        #expect(try shown() == [0])
        try temporary.commit(.restore(assetUUID: frames[3]))
        #expect(try shown() == [3])
        try temporary.commit(.trash(assetUUID: frames[3]), .purge(assetUUID: frames[3]))
        #expect(try shown() == [0])
    }

    @Test("importing an earlier frame keeps the user's key photo")
    func importKeepsKeyPhoto() throws {
        try choose(2)
        let earlier = try #require(try temporary.add([.frame(of: "burst", at: 1)])[0].assetUUID)
        #expect(try shown() == [2])
        try choose(2, isKeyPhoto: false)
        #expect(try temporary.library.owner.asset(withUUID: earlier)?.representsBurst == true)
    }

    @Test("only a frame of a burst can be kept or become a key photo")
    func noBurst() throws {
        let uuid = try #require(try temporary.add([.image("single.jpg")])[0].assetUUID)
        var change = AssetChange()
        change.isKeyPhoto = true
        let error = #expect(throws: LibraryError.self) { try temporary.commit(.change(change, assetUUID: uuid)) }
        #expect(error?.code == .unsupportedChange)
    }

    @Test("observers are notified of each change of a stack as a change of its key photo (§7.1)")
    func stackChanges() throws {
        let fetch = AssetFetch()
        var snapshot = try temporary.library.owner.snapshot(fetch)
        func changed(by operations: Transaction.Operation...) throws -> ListChange? {
            var transaction = Transaction()
            for operation in operations { transaction.record(operation) }
            _ = try temporary.library.owner.commit(transaction)
            guard case .changed(let next, let change) = try temporary.library.owner.progress(of: snapshot) else {
                return nil
            }
            snapshot = next
            return change
        }
        #expect(try changed(by: .trash(assetUUID: frames[4]))?.changed == [0])
        #expect(try changed(by: .setHidden(true, assetUUID: frames[3]))?.changed == [0])
        #expect(try changed(by: .restore(assetUUID: frames[4]))?.changed == [0])
        #expect(try changed(by: .setFavorite(true, assetUUID: frames[4])) == nil)
    }

    @Test("a stack's count excludes deleted frames, and hidden ones unless its key photo is hidden")
    func counts() throws {
        func count(_ index: Int) throws -> Int? {
            try temporary.library.owner.timelineRows([try record(index).id])?.first?.frameCount
        }
        #expect(try count(0) == 5)
        #expect(try count(1) == 0)
        try temporary.commit(.trash(assetUUID: frames[4]), .setHidden(true, assetUUID: frames[3]))
        #expect(try count(0) == 3)
        try temporary.commit(.setHidden(true, assetUUID: frames[0]))
        #expect(try count(0) == 4)
        let burst = try #require(try temporary.library.owner.burst(of: record(0)))
        #expect(burst.frames.map(\.uuid) == Array(frames[0...3]))
    }

    @Test("the remaining frames of deleted frames' bursts are found by burst")
    func otherFrames() throws {
        let others = try temporary.addBurst("other", count: 3)
        let single = try #require(try temporary.add([.image("single.jpg")])[0].assetUUID)
        let rest = try temporary.library.owner.otherFrames(
            ofBurstsOf: [frames[1], frames[2], others[0], single])
        #expect(rest.bursts == 2)
        #expect(rest.frames == [frames[0], frames[3], frames[4]] + others[1...])
        #expect(try temporary.library.owner.otherFrames(ofBurstsOf: frames).frames == [])
    }

    @Test("a burst keeps its position in user albums when another frame represents it")
    func albums() throws {
        let others = try temporary.add([.image("first.jpg"), .image("last.jpg")]).compactMap(\.assetUUID)
        let album = UUID().uuidString
        try temporary.commit(
            .createCollection(NewCollection(uuid: album, kind: .album, title: "Album")),
            .editMembers(ListEdit(.add([others[0], frames[0], others[1]])), albumUUID: album))
        func members() throws -> [String] {
            let collection = try #require(try temporary.library.owner.collection(uuid: album))
            var fetch = AssetFetch()
            fetch.membership = .album(collection.id)
            let rows = try temporary.library.owner.assetIdentifiers(fetch)
            #expect(collection.shownCount == rows.count)
            let records = try temporary.library.owner.assets(withIdentifiers: rows)
            return rows.compactMap { records[$0]?.uuid }
        }
        try choose(3)
        #expect(try members() == [others[0], frames[3], others[1]])
        try temporary.commit(.trash(assetUUID: frames[3]))
        #expect(try members() == [others[0], frames[0], others[1]])
        try temporary.commit(.trash(assetUUID: frames[0]))
        #expect(try members() == [others[0], frames[1], others[1]])
        #expect(try temporary.library.catalog.read { try $0.structuralFaults() } == [])
    }

    @Test("a client sees no frame of a burst that wasn't chosen for it (§1.3)")
    func limitedAccess() throws {
        let first = try record(0)
        try temporary.library.catalog.write(author: "test") { try $0.grant(asset: first.id, to: "client") }
        let access = Access.limited(client: "client")
        #expect(try temporary.library.view(access).burst(of: first)?.frames.map(\.uuid) == [frames[0]])
        #expect(try temporary.library.view(access).otherFrames(ofBurstsOf: [frames[0]]).frames == [])
    }

    // MARK: Parts

    private func record(_ index: Int) throws -> AssetRecord {
        try #require(try temporary.library.catalog.read { try $0.asset(uuid: frames[index]) })
    }

    /// The frames in a fetch without options, as indexes in the burst.
    private func shown() throws -> [Int] {
        let identifiers = try temporary.library.owner.assetIdentifiers(AssetFetch())
        let assets = try temporary.library.owner.assets(withIdentifiers: identifiers)
        return identifiers.compactMap { assets[$0] }.compactMap { frames.firstIndex(of: $0.uuid) }
    }

    private func choose(_ index: Int, isKeyPhoto: Bool = true) throws {
        var change = AssetChange()
        change.isKeyPhoto = isKeyPhoto
        try temporary.commit(.change(change, assetUUID: frames[index]))
    }

    private func keep(_ indexes: Int..., isUserPick: Bool = true) throws {
        var change = AssetChange()
        change.isUserPick = isUserPick
        for index in indexes { try temporary.commit(.change(change, assetUUID: frames[index])) }
    }
}
