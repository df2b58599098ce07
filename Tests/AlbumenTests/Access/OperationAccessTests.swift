import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The access that the operations of a transaction need.
@Suite struct OperationAccessTests {
    private let temporary: TemporaryLibrary
    private static let draft = AssetDraft(
        uuid: UUID().uuidString, parts: [.init(type: .photo, bytes: .data(SampleMedia.jpeg(comment: "a")))])
    private static let source = ImportSource(folder: "/photos", name: "a.jpg", size: 1, modificationTime: 0)
    private static let adding: [Transaction.Operation] = [
        .createAsset(draft), .remember(source.record(.ignored)),
    ]
    private static let changing: [Transaction.Operation] = [
        .change(AssetChange(), assetUUID: "none"), .adjust(AssetAdjustment(), AssetChange(), assetUUID: "none"),
        .revertEdit(assetUUID: "none"), .trash(assetUUID: "none"), .restore(assetUUID: "none"),
        .purge(assetUUID: "none"),
        .createCollection(NewCollection(uuid: UUID().uuidString, kind: .album, title: "Trip")),
        .rename("Trip", collectionUUID: "none"), .describe("Trip", collectionUUID: "none"),
        .setCover(assetUUID: nil, albumUUID: "none"), .deleteCollection(uuid: "none"),
        .editMembers(ListEdit(.add([])), albumUUID: "none"), .editChildren(ListEdit(.add([])), folderUUID: "none"),
    ]

    init() throws {
        temporary = try TemporaryLibrary()
    }

    @Test(
        "an operation is denied without the access that it needs, and only then",
        arguments: [Access.full, .limited(client: "app"), .chosen([]), .addOnly, .denied])
    func access(access: Access) throws {
        let full = try [
            Transaction.Operation.noteUploads([]), .forgetUploads,
            .notePicture(try BlobDigest(hashing: Data()), placeholder: nil, damage: nil),
        ]
        for (operations, isAllowed) in [
            (Self.adding, access.canAddAssets), (Self.changing, access.canChangeAssets), (full, access == .full),
        ] {
            for operation in operations {
                #expect(try isDenied(operation, access) != isAllowed, "\(operation)")
            }
        }
    }

    @Test func `a client needs no right to see assets for operations that only add`() {
        #expect(Self.adding.allSatisfy { Transaction([$0]).onlyAdds })
        #expect(Self.changing.allSatisfy { !Transaction([$0]).onlyAdds })
        #expect(!Transaction(Self.adding + [.trash(assetUUID: Self.draft.uuid)]).onlyAdds)
        #expect(Transaction([.refuse(LibraryError(.notFound, ""))]).onlyAdds)
    }

    @Test func `a change removes the assets that it trashes or purges, and each counts once`() throws {
        let uuids = try temporary.add([.image("a.jpg"), .image("b.jpg"), .image("c.jpg")]).compactMap(\.assetUUID)
        try temporary.commit(.trash(assetUUID: uuids[1]))
        let trash = Transaction([
            .trash(assetUUID: uuids[0]), .trash(assetUUID: uuids[0]), .restore(assetUUID: uuids[2]),
        ])
        let deletion = try #require(try temporary.library.owner.deletion(in: trash))
        #expect(deletion.assets == 1 && !deletion.isPermanent)
        let purge = Transaction([.purge(assetUUID: uuids[1]), .trash(assetUUID: uuids[0])])
        let permanent = try #require(try temporary.library.owner.deletion(in: purge))
        #expect(permanent.assets == 2 && permanent.isPermanent)
    }

    /// Returns whether a commit fails because of the access. Other errors, such as those for missing assets, don't count.
    private func isDenied(_ operation: Transaction.Operation, _ access: Access) throws -> Bool {
        do {
            try temporary.library.view(for: .client("app", access: access)).commit([operation])
            return false
        } catch let error as LibraryError {
            return error.code == .accessDenied
        }
    }
}
