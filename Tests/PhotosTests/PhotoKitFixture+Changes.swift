import AlbumenTestSupport
import Catalog
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Answers questions about deletions and edits, and records them.
struct DeletionAnswer: SimplePrompt {
    var answer: Bool?
    let asked = CallRecorder<ConsentRequest>()

    func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool? { nil }

    func mayChange(_ request: ConsentRequest, client: String) -> Bool? {
        asked.record(request)
        return answer
    }
}

extension PhotoKitFixture {
    /// Commits a block and waits for it. Allows deletions.
    func change(
        access: String? = "authorized", prompt: any UserPrompt = DeletionAnswer(answer: true),
        _ block: @escaping () -> Void
    ) throws {
        try run(access: access, prompt: prompt) { try PHPhotoLibrary.shared().performChangesAndWait(block) }
    }

    /// Returns the code of the error with which a block fails, or `nil` if it succeeds.
    func failure(
        access: String? = "authorized", prompt: any UserPrompt = DeletionAnswer(answer: true),
        _ block: @escaping () -> Void
    ) throws -> PHPhotosError.Code? {
        do {
            try change(access: access, prompt: prompt, block)
            return nil
        } catch let error as PHPhotosError {
            #expect(!error.localizedDescription.isEmpty)
            return error.code
        }
    }

    func asset(_ identifier: String) throws -> PHAsset {
        try #require(run { PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject })
    }

    func assets() -> [PHAsset] {
        run { PHAsset.fetchAssets(with: nil).all }
    }

    /// Creates an album of assets and fetches it.
    @discardableResult
    func makeAlbum(_ title: String, _ assets: [PHAsset] = [], access: String = "authorized") throws
        -> PHAssetCollection
    {
        var placeholder: PHObjectPlaceholder?
        try change(access: access) {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            request.addAssets(assets as NSArray)
            placeholder = request.placeholderForCreatedAssetCollection
        }
        return try album(try #require(placeholder).localIdentifier, access: access)
    }

    @discardableResult
    func makeFolder(_ title: String, _ children: [PHCollection] = []) throws -> PHCollectionList {
        var placeholder: PHObjectPlaceholder?
        try change {
            let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: title)
            request.addChildCollections(children as NSArray)
            placeholder = request.placeholderForCreatedCollectionList
        }
        let identifier = try #require(placeholder).localIdentifier
        return try run {
            try #require(
                PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }
    }

    func album(_ identifier: String, access: String = "authorized") throws -> PHAssetCollection {
        try run(access: access) {
            try #require(
                PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }
    }

    /// Returns the identifiers of an album's members, in order.
    func members(_ album: PHAssetCollection) -> [String] {
        run { PHAsset.fetchAssets(in: album, options: nil).all.map(\.localIdentifier) }
    }

    func children(_ folder: PHCollectionList) -> [String] {
        run { PHCollection.fetchCollections(in: folder, options: nil).all.map { $0.localizedTitle ?? "" } }
    }

    func topLevel() -> PHFetchResult<PHCollection> {
        run { PHCollection.fetchTopLevelUserCollections(with: nil) }
    }

    func topLevelTitles() -> [String] {
        topLevel().all.map { $0.localizedTitle ?? "" }
    }

    func smartAlbum(_ subtype: PHAssetCollectionSubtype) throws -> PHAssetCollection {
        try run {
            try #require(
                PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, options: nil).firstObject)
        }
    }

    /// Grants the app access to an asset.
    func grant(_ asset: PHAsset) throws {
        try temporary.library.catalog.write(author: "test") { transaction in
            let record = try #require(
                try transaction.reader.asset(uuid: String(asset.localIdentifier.prefix(36))))
            try transaction.grant(asset: record.id, to: "test")
        }
    }
}

extension PHFetchResult {
    /// All objects in order.
    var all: [ObjectType] { objects(at: IndexSet(integersIn: 0..<count)) }
}
