import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// XMP files beside photos (imports 3).
@Suite struct SidecarImportTests {
    private let temporary: TemporaryLibrary
    private let photos: TemporaryFolder
    private static let exif = SampleMedia.Exif(
        dateTimeOriginal: "2024:05:07 09:33:04", offsetTimeOriginal: "+08:00", latitude: 30.62765,
        longitude: 119.738767)

    init() throws {
        temporary = try TemporaryLibrary()
        photos = try TemporaryFolder()
    }

    private func caption(_ text: String) -> Data {
        SampleMedia.sidecar("<dc:description><rdf:Alt><rdf:li>\(text)</rdf:li></rdf:Alt></dc:description>")
    }

    private func asset(_ name: String) throws -> (row: AssetRecord, metadata: MetadataRecord) {
        try temporary.library.catalog.read { catalog in
            let file = try #require(
                try catalog.importedFiles(inFolder: photos.url.path)[Data(name.utf8)])
            let id = try #require(file.assetID)
            return (
                try #require(try catalog.assets(withIdentifiers: [id])[id]),
                try catalog.metadata(ofAsset: id) ?? MetadataRecord()
            )
        }
    }

    @Test("a sidecar beats its file, and its date without a zone keeps the file's zone (imports 3.2, 3.3)")
    func values() throws {
        try photos.write(SampleMedia.jpeg(exif: Self.exif), to: "a.jpg")
        try photos.write(
            SampleMedia.sidecar(
                """
                <dc:title><rdf:Alt><rdf:li>T</rdf:li></rdf:Alt></dc:title>
                <dc:subject><rdf:Bag><rdf:li>x</rdf:li><rdf:li>y</rdf:li></rdf:Bag></dc:subject>
                <xmp:Rating>3</xmp:Rating><fstop:favorite>1</fstop:favorite>
                <exif:DateTimeOriginal>2024-05-07T09:33:04</exif:DateTimeOriginal>
                <exif:GPSLatitude>48,12.0N</exif:GPSLatitude><exif:GPSLongitude>16,30.0E</exif:GPSLongitude>
                """), to: "a.jpg.xmp")
        let events = try temporary.importPaths([photos.path])
        let (row, metadata) = try asset("a.jpg")
        #expect(metadata.title == "T" && metadata.keywords == ["x", "y"] && metadata.rating == 3)
        #expect(row.isFavorite && row.utcOffset == 8 * 3_600 && row.dateSource == "exifOriginal")
        #expect(abs((row.latitude ?? 0) - 48.2) < 1e-9 && abs((row.longitude ?? 0) - 16.5) < 1e-9)
        #expect(events.last == .updated(path: photos.file("a.jpg.xmp").path, assetUUID: row.uuid))
    }

    @Test("a sidecar that comes later or changes counts, unless the user set the value here (imports 3.1)")
    func later() throws {
        try photos.write(SampleMedia.jpeg(comment: "1"), to: "a.jpg")
        try photos.write(SampleMedia.jpeg(comment: "2"), to: "b.jpg")
        try temporary.importPaths([photos.path])
        var change = AssetChange()
        change.caption = "mine"
        try temporary.commit(.change(change, assetUUID: asset("b.jpg").row.uuid))
        for name in ["a.xmp", "b.xmp"] { try photos.write(caption("from XMP"), to: name) }
        try temporary.importPaths([photos.path])
        #expect(try asset("a.jpg").metadata.caption == "from XMP")
        #expect(try asset("b.jpg").metadata.caption == "mine")
        try photos.write(caption("longer than before"), to: "a.xmp")
        try temporary.importPaths([photos.file("a.xmp").path])
        #expect(try asset("a.jpg").metadata.caption == "longer than before")
        let change2 = try temporary.library.catalog.read { try $0.latestChange() }
        try temporary.importPaths([photos.path])
        #expect(try temporary.library.catalog.read { try $0.latestChange() } == change2)
    }

    @Test("a broken sidecar is refused once, and the rest goes on")
    func broken() throws {
        try photos.write(SampleMedia.jpeg(comment: "1"), to: "a.jpg")
        try photos.write(SampleMedia.jpeg(comment: "2"), to: "b.jpg")
        try photos.write(Data("<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>".utf8), to: "a.xmp")
        try photos.write(Data(count: 2 << 20), to: "big.jpg.xmp")
        try photos.write(SampleMedia.jpeg(comment: "3"), to: "big.jpg")
        try photos.write(caption("good"), to: "b.xmp")
        let events = try temporary.importPaths([photos.path])
        let refused = events.compactMap { if case .refused(let path, _) = $0 { path } else { nil } }
        #expect(refused == [photos.file("a.xmp").path, photos.file("big.jpg.xmp").path])
        #expect(try asset("b.jpg").metadata.caption == "good")
        let again = try temporary.importPaths([photos.path])
        #expect(again.count { if case .refusedAgain = $0 { true } else { false } } == 2)
        #expect(!again.contains { if case .refused = $0 { true } else { false } })
    }

    @Test("a sidecar without its photo is ignored, and counts when the photo is there")
    func alone() throws {
        try photos.write(caption("c"), to: "a.jpg.xmp")
        #expect(try temporary.importPaths([photos.path]) == [.skipped(path: photos.file("a.jpg.xmp").path, .sidecar)])
        try photos.write(SampleMedia.jpeg(), to: "a.jpg")
        try temporary.importPaths([photos.path])
        #expect(try asset("a.jpg").metadata.caption == "c")
    }

    @Test("of two sidecars of a photo, that with the whole name wins; other bytes under the name get the values, too")
    func twoSidecars() throws {
        try photos.write(SampleMedia.jpeg(comment: "1"), to: "a.jpg")
        try photos.write(caption("whole"), to: "a.jpg.xmp")
        try photos.write(caption("stem"), to: "a.xmp")
        try temporary.importPaths([photos.path])
        #expect(try asset("a.jpg").metadata.caption == "whole")
        let first = try asset("a.jpg").row.uuid
        try photos.write(SampleMedia.jpeg(comment: "other bytes"), to: "a.jpg")
        try temporary.importPaths([photos.path])
        #expect(try asset("a.jpg").row.uuid != first)
        #expect(try asset("a.jpg").metadata.caption == "whole")
    }
}
