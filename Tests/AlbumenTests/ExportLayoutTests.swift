import AlbumenTestSupport
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The folders of exported files.
@Suite struct ExportLayoutTests {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    typealias Sample = TemporaryLibrary.Sample

    @discardableResult
    private func export(_ layout: ExportOptions.Layout, albums: Set<Int64>? = nil) throws -> ExportSummary {
        var options = ExportOptions()
        options.layout = layout
        options.albums = albums
        let target = folder.url.appending(path: "out", directoryHint: .isDirectory)
        return try Export(from: temporary.library.owner, to: target, options: options) { _ in }
            .run(try Export.everything(in: temporary.library.owner))
    }

    /// The files in the export's folder and below, sorted.
    private func files() throws -> [String] {
        let root = folder.file("out").path
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
            return exists && !isFolder.boolValue
        }.sorted()
    }

    private func photo(_ name: String, _ seconds: Double?, offset: Int? = 0) -> Sample {
        .image(name) { probe in
            probe.captureDate = seconds.map {
                MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: $0, utcOffsetInSeconds: offset, source: .exifOriginal)
            }
        }
    }

    private func addAlbum(_ title: String, _ members: [String], kind: CollectionRecord.Kind = .album) throws -> String {
        let album = NewCollection(uuid: UUID().uuidString, kind: kind, title: title)
        try temporary.commit(.createCollection(album))
        if !members.isEmpty { try temporary.commit(.editMembers(ListEdit(.add(members)), albumUUID: album.uuid)) }
        return album.uuid
    }

    private func put(_ child: String, into folder: String) throws {
        try temporary.commit(.editChildren(ListEdit(.add([child])), folderUUID: folder))
    }

    // MARK: Dates

    @Test("the folder of a date is the local day at the photo's place")
    func dates() throws {
        // 2024-05-07 01:33:04 UTC is the evening before in New York.
        try temporary.add([
            photo("utc.jpg", 736_738_384), photo("york.jpg", 736_738_384, offset: -4 * 3600),
            photo("old.jpg", -4_000_000_000),
        ])
        let undated = try temporary.add([photo("undated.jpg", 5)])[0]
        var change = AssetChange()
        change.creationDate = .some(nil)
        try temporary.commit(.change(change, assetUUID: try #require(undated.assetUUID)))
        try export(.date)
        #expect(
            try files() == [
                "1874/1874-03-31/old.jpg", "2024/2024-05-06/york.jpg", "2024/2024-05-07/utc.jpg", "Undated/undated.jpg",
            ])
        #expect(try export(.date) == ExportSummary(assets: 4, exported: 0, present: 4, failed: 0))
    }

    @Test("files of many days are written although only some folders stay open")
    func manyDays() throws {
        try temporary.add((0..<200).map { photo("\($0).jpg", Double($0) * 86_400) })
        #expect(try export(.date).exported == 200)
        #expect(try files().count == 200)
        #expect(try export(.date).present == 200)
    }

    // MARK: Albums

    @Test("each album has a folder, in the folders that contain it")
    func albums() throws {
        let uuids = try temporary.add((0..<4).map { photo("\($0).jpg", Double($0)) }).compactMap(\.assetUUID)
        let trips = try addAlbum("Trips", [], kind: .folder)
        let year = try addAlbum("2024", [], kind: .folder)
        try put(year, into: trips)
        try put(try addAlbum("Lisbon", [uuids[0], uuids[1]]), into: year)
        _ = try addAlbum("Best", [uuids[1], uuids[2]])
        _ = try addAlbum("Empty", [])
        #expect(try export(.album) == ExportSummary(assets: 4, exported: 5, present: 0, failed: 0))
        let expected = [
            "Best/1.jpg", "Best/2.jpg", "No Album/3.jpg", "Trips/2024/Lisbon/0.jpg", "Trips/2024/Lisbon/1.jpg",
        ]
        #expect(try files() == expected)
        #expect(try export(.album).present == 5)
        // A photo in two albums is two files. Changing one of them doesn't change the other.
        var status = stat()
        #expect(stat(folder.file("out/Best/1.jpg").path, &status) == 0 && status.st_nlink == 1)
    }

    @Test("with chosen albums, only these have folders")
    func chosenAlbums() throws {
        let uuids = try temporary.add([photo("a.jpg", 1)]).compactMap(\.assetUUID)
        let chosen = try addAlbum("May", uuids)
        _ = try addAlbum("June", uuids)
        let row = try #require(try temporary.library.owner.collection(uuid: chosen)).id
        try export(.album, albums: [row])
        #expect(try files() == ["May/a.jpg"])
    }

    @Test("titles become safe names that differ in each folder, and the oldest album has no number")
    func titles() throws {
        let uuids = try temporary.add([photo("a.jpg", 1)]).compactMap(\.assetUUID)
        for title in ["../up", "Trip", "trip", "...", "a:b?", "No Album", "end. ", "été"] {
            _ = try addAlbum(title, uuids)
        }
        try export(.album)
        #expect(
            try Set(files()) == [
                "_up/a.jpg", "Trip/a.jpg", "trip (2)/a.jpg", "Album/a.jpg", "a_b_/a.jpg", "No Album (2)/a.jpg",
                "end/a.jpg", "été/a.jpg",
            ])
        let names = try folder.names(in: "out")
        _ = try addAlbum("Trip", uuids)
        try export(.album)
        #expect(try Set(folder.names(in: "out")).subtracting(names) == ["Trip (3)"])
    }

    @Test("a file, a link and the library at the place of a folder aren't used")
    func obstacles() throws {
        let uuids = try temporary.add([photo("a.jpg", 1)]).compactMap(\.assetUUID)
        _ = try addAlbum("File", uuids)
        _ = try addAlbum("Link", uuids)
        try folder.write(Data("mine".utf8), to: "out/File")
        try folder.makeFolder("elsewhere")
        try FileManager.default.createSymbolicLink(
            at: folder.file("out/Link"), withDestinationURL: folder.file("elsewhere"))
        try export(.album)
        #expect(try folder.names(in: "out") == ["File", "File (2)", "Link", "Link (2)"])
        #expect(try folder.names(in: "elsewhere") == [])
        // The library's folder lies in the target folder, and has the name of an album.
        _ = try addAlbum(temporary.folder.lastPathComponent, uuids)
        var options = ExportOptions()
        options.layout = .album
        let parent = temporary.folder.deletingLastPathComponent()
        _ = try Export(from: temporary.library.owner, to: parent, options: options) { _ in }.run([1])
        #expect(
            FileManager.default.fileExists(
                atPath: parent.appending(path: "\(temporary.folder.lastPathComponent) (2)/a.jpg").path))
        #expect(!FileManager.default.fileExists(atPath: temporary.folder.appending(path: "a.jpg").path))
    }

    // MARK: Parts

    @Test("an export in parts reports one sum, and counts the size of all copies")
    func parts() throws {
        let uuids = try temporary.add((0..<6).map { photo("\($0).jpg", Double($0)) }).compactMap(\.assetUUID)
        _ = try addAlbum("A", [uuids[0]])
        _ = try addAlbum("B", [uuids[0]])
        var options = ExportOptions()
        options.layout = .album
        options.includesSidecars = true
        let everything = try Export.everything(in: temporary.library.owner)
        let export = Export(from: temporary.library.owner, to: folder.file("out"), options: options) { _ in }
        let size = try export.size(of: everything)
        #expect(size.files == 14 && size.bytes == 7 * 5)
        var rest = everything.map { [$0] }[...]
        let summary = try export.run { rest.popFirst() }
        #expect(summary == ExportSummary(assets: 6, exported: 7, present: 0, failed: 0, sidecars: 7))
    }
}
