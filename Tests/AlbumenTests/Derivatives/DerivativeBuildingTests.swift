import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Pixels
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Makes the missing thumbnails and previews of a library.
@Suite struct DerivativeBuildingTests {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    var library: Library { temporary.library }

    @Test("only missing derivatives are made")
    func whatIsMissingIsMadeAndNothingElse() throws {
        try importPictures(3)
        #expect(try DerivativeSurvey(of: library).missingThumbnails == 3)
        let first = try build()
        #expect(first.summary == DerivativeBuilding.Summary(pictures: 3, made: 3, failed: 0))
        #expect(first.failures.isEmpty)
        let survey = try DerivativeSurvey(of: library)
        #expect(survey.pictures == 3)
        #expect(survey.missingThumbnails == 0)
        #expect(survey.missingPreviews == 0)
        #expect(survey.stored.thumbnailCount == 3)
        #expect(survey.stored.previewCount == 3)
        #expect(survey.previewBudgetInBytes == Derivatives.defaultBudgetInBytes)
        #expect(try build().summary == DerivativeBuilding.Summary(pictures: 3, made: 0, failed: 0))
    }

    @Test("the placeholder is stored in the catalog")
    func thePlaceholderIsNotedInTheCatalog() throws {
        try importPictures(2)
        _ = try build()
        let assets = try library.catalog.read { try $0.assets(after: 0, limit: 10) }
        #expect(try library.catalog.read { try $0.placeholders(ofAssets: assets.map(\.id)) }.count == 2)
    }

    @Test("deleted derivatives are made again")
    func deletedDerivativesAreMadeAgain() throws {
        try importPictures(2)
        _ = try build()
        try library.derivatives.removeAll()
        #expect(try build().summary.made == 2)
    }

    @Test("a failure is reported with its reason and doesn't stop the others")
    func failures() throws {
        try importPictures(3)
        let assets = try library.catalog.read { try $0.assets(after: 0, limit: 10) }
        let lost = try library.owner.pictureSource(of: assets[1], version: .current)
        _ = try library.blobs.remove(lost.digest)
        let (summary, failures) = try build()
        #expect(summary == DerivativeBuilding.Summary(pictures: 3, made: 2, failed: 1))
        #expect(failures.count == 1)
        #expect(failures.first?.originalFilename == lost.filename)
        #expect(failures.first?.assetUUID == assets[1].uuid)
        #expect(failures.first?.reason.contains("Import the file again") == true)
    }

    @Test("a stopped run continues later")
    func whatIsStoppedGoesOnLater() throws {
        try importPictures(4)
        let asked = Mutex(0)
        let stopped = try DerivativeBuilding(
            in: library,
            shouldStop: {
                asked.withLock { asked in
                    asked += 1
                    return asked > 4
                }
            }
        ).run(report: { _ in })
        #expect(stopped.made < 4)
        #expect(stopped.pictures == stopped.made)
        let rest = try build()
        #expect(rest.summary.made == 4 - stopped.made)
    }

    @Test("progress ends with the number of all pictures")
    func progressEndsWithAllPictures() throws {
        try importPictures(3)
        var last = (done: 0, total: 0)
        _ = try DerivativeBuilding(in: library).run(progress: { last = ($0, $1) }, report: { _ in })
        #expect(last.done == 3)
        #expect(last.total == 3)
    }

    // MARK: Parts

    private func build() throws -> (summary: DerivativeBuilding.Summary, failures: [DerivativeBuilding.Failure]) {
        var failures: [DerivativeBuilding.Failure] = []
        let summary = try DerivativeBuilding(in: library).run(report: { failures.append($0) })
        return (summary, failures)
    }

    private func importPictures(_ count: Int) throws {
        for index in 0..<count {
            let picture = SampleBitmap.gradient(width: 1600 + index, height: 400)
            try folder.write(JPEGCodec.encode(picture, quality: 80), to: "picture-\(index).jpg")
        }
        let summary = try Ingest(into: library, makesDerivatives: false, report: { _ in }).run([folder.path])
        try #require(summary.imported == count)
    }
}
