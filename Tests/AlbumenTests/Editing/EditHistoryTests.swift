import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Random edits, continued edits, reverts and deletions against a model. No original ever changes, the history replays,
/// and the library has no fault and no bytes without a row (§6.2.4, §7.5).
///
/// `TestLength` decides the number of operations.
@Suite struct EditHistoryTests {

    /// The expected files of an asset, by their names.
    private struct Model: Equatable {
        var original: String
        var isTrashed = false
        var rendering: String?
        var base: String?

        var files: [ResourceType: String] {
            var files: [ResourceType: String] = [.photo: original]
            files[.fullSizePhoto] = rendering
            files[.adjustmentBasePhoto] = base
            return files
        }
    }

    @Test(arguments: 0..<(TestLength.isLong ? 40 : 2))
    func `random histories of edits match their model`(seed: Int) throws {
        let temporary = try TemporaryLibrary()
        let library = temporary.library
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: UInt64(seed))
        var hashes: [String: BlobDigest] = [:]
        for number in 0..<6 {
            let photo = SampleMedia.jpeg(width: 16 + 8 * number, height: 16, comment: "edit \(number)")
            try folder.write(photo, to: "\(number).jpg")
            hashes["\(number)"] = try BlobDigest(hashing: photo)
        }
        let snapshot = temporary.folder.appending(path: "before.sqlite")
        let start = try library.catalog.copy(to: snapshot)
        var models: [String: Model] = [:]
        for (number, outcome) in try temporary.add((0..<4).map { .image("\($0).jpg") }).enumerated() {
            let name = "original \(number)"
            hashes[name] = try BlobDigest(hashing: Data("\(number).jpg".utf8))
            models[try #require(outcome.assetUUID)] = Model(original: name)
        }
        for step in 0..<(TestLength.isLong ? 400 : 60) {
            guard let uuid = models.keys.sorted().randomElement(using: &generator), var model = models[uuid] else {
                break
            }
            let operation: Transaction.Operation
            var expected: Model? = model
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<12:
                let name = "\(Int.random(in: 0..<6, using: &generator))"
                let isContinuing = Bool.random(using: &generator)
                let rendering = EditRendering(type: .fullSizePhoto, file: folder.file("\(name).jpg"))
                operation = .edit(
                    AssetEdit(
                        adjustment: EditFixture.adjustment("app", "\(step)"), renderings: [rendering],
                        isContinuing: isContinuing), assetUUID: uuid)
                if model.rendering != nil, !isContinuing { model.base = model.rendering }
                model.rendering = name
                expected = model.isTrashed ? expected : model
            case 12..<16:
                operation = .revertEdit(assetUUID: uuid)
                (model.rendering, model.base) = (nil, nil)
                expected = model.isTrashed ? expected : model
            case 16:
                operation = .trash(assetUUID: uuid)
                expected?.isTrashed = true
            case 17, 18:
                operation = .restore(assetUUID: uuid)
                expected?.isTrashed = false
            default:
                operation = .purge(assetUUID: uuid)
                if model.isTrashed, models.count > 2 { expected = nil }
                if model.isTrashed, models.count <= 2 { continue }
            }
            _ = try? library.owner.commit([operation])
            models[uuid] = expected
            try expect(models, hashes, in: library, "seed \(seed), step \(step)")
        }
        let live = library.folder.appending(path: "catalog.sqlite")
        var replayed = try ReplayedCatalog(of: snapshot)
        try replayed.replay(live, after: start)
        let actual = try ReplayedCatalog(of: live)
        #expect(replayed == actual, "seed \(seed)")
        let summary = try LibraryVerification(of: library).run(reclaimsOrphans: false) { #expect(!$0.isFault, "\($0)") }
        #expect(summary.faults == 0 && summary.orphans == 0, "seed \(seed)")
    }

    private func expect(
        _ models: [String: Model], _ hashes: [String: BlobDigest], in library: Library, _ place: Comment
    ) throws {
        for (uuid, model) in models {
            let editing = try #require(try library.owner.editing(ofAsset: uuid), place)
            var found: [ResourceType: BlobDigest] = [:]
            for file in editing.files.all where file.type != .adjustmentData { found[file.type] = file.sha256 }
            #expect(found == model.files.compactMapValues { hashes[$0] }, place)
            #expect(editing.asset.hasAdjustments == (model.rendering != nil), place)
            #expect((editing.adjustmentFile != nil) == (model.rendering != nil), place)
        }
    }
}
