import AlbumenTestSupport
import Foundation
import GRDB
import Testing

/// Catalogues of programs that leave photos in their folders, brought over by the program (imports 6).
@Suite(.blocking)
struct CatalogueImportTests {
    private static let digiKam = """
        CREATE TABLE AlbumRoots (id INTEGER PRIMARY KEY, label TEXT, status INTEGER, type INTEGER, identifier TEXT,
            specificPath TEXT);
        CREATE TABLE Albums (id INTEGER PRIMARY KEY, albumRoot INTEGER, relativePath TEXT);
        CREATE TABLE Images (id INTEGER PRIMARY KEY, album INTEGER, name TEXT, status INTEGER, category INTEGER);
        CREATE TABLE ImageInformation (imageid INTEGER PRIMARY KEY, rating INTEGER, creationDate DATETIME);
        CREATE TABLE Settings (keyword TEXT UNIQUE, value TEXT);
        INSERT INTO Settings VALUES ('databaseUUID', '{6f0e0a44-1111-4222-8333-444455556666}');
        INSERT INTO AlbumRoots VALUES (1, 'Pictures', 0, 1, 'volumeid:?path=FOLDER/photos', '/');
        INSERT INTO Albums VALUES (1, 1, '/'), (2, 1, '/Trip');
        INSERT INTO Images VALUES (1, 2, 'photo-0.jpg', 1, 1), (2, 2, 'photo-1.jpg', 1, 1);
        INSERT INTO ImageInformation VALUES (1, 4, '2024-05-07T09:00:04'), (2, -1, '2011-02-03T04:05:06');
        """

    private static let shotwell = """
        CREATE TABLE VersionTable (id INTEGER PRIMARY KEY, schema_version INTEGER, app_version TEXT, user_data TEXT);
        CREATE TABLE PhotoTable (id INTEGER PRIMARY KEY, filename TEXT, exposure_time INTEGER, import_id INTEGER,
            event_id INTEGER, rating INTEGER, title TEXT, flags INTEGER);
        CREATE TABLE EventTable (id INTEGER PRIMARY KEY, name TEXT, time_created INTEGER, primary_source_id TEXT);
        CREATE TABLE TagTable (id INTEGER PRIMARY KEY, name TEXT, photo_id_list TEXT);
        INSERT INTO VersionTable VALUES (1, 24, '0.32', NULL);
        INSERT INTO PhotoTable VALUES (1, '/home/ada/Pictures/Trip/photo-0.jpg', 1715072404, 1700000000, 1, 4, 't', 0),
            (2, '/home/ada/Pictures/Trip/photo-1.jpg', 1297000000, 1700000000, 1, 0, NULL, 0);
        INSERT INTO EventTable VALUES (1, 'Trip', 1700000000, NULL);
        """

    private static let lightroom = """
        CREATE TABLE Adobe_variablesTable (id_local INTEGER PRIMARY KEY, id_global, name, value);
        CREATE TABLE Adobe_images (id_local INTEGER PRIMARY KEY, id_global, rootFile INTEGER, captureTime,
            originalCaptureTime, rating);
        CREATE TABLE AgLibraryFile (id_local INTEGER PRIMARY KEY, id_global, baseName, extension, folder INTEGER);
        CREATE TABLE AgLibraryFolder (id_local INTEGER PRIMARY KEY, pathFromRoot, rootFolder INTEGER);
        CREATE TABLE AgLibraryRootFolder (id_local INTEGER PRIMARY KEY, absolutePath);
        CREATE TABLE AgLibraryCollection (id_local INTEGER PRIMARY KEY, creationId, name);
        CREATE TABLE AgLibraryCollectionImage (id_local INTEGER PRIMARY KEY, collection, image, positionInCollection);
        INSERT INTO Adobe_variablesTable VALUES (1, 'V', 'Adobe_storeProviderID', '0A0B0C0D-1111-2222-3333-444455556666');
        INSERT INTO AgLibraryRootFolder VALUES (1, 'C:/Users/ada/Pictures/');
        INSERT INTO AgLibraryFolder VALUES (1, 'Trip/', 1);
        INSERT INTO AgLibraryFile VALUES (1, 'F1', 'photo-0', 'jpg', 1), (2, 'F2', 'photo-1', 'jpg', 1);
        INSERT INTO Adobe_images VALUES (1, 'I1', 1, '2024-05-07T09:00:04', '2024-05-07T09:00:04', 4),
            (2, 'I2', 2, '2011-02-06T13:46:40', '2024-05-07T09:01:04', NULL);
        INSERT INTO AgLibraryCollection VALUES (1, 'com.adobe.ag.library.collection', 'Trip');
        INSERT INTO AgLibraryCollectionImage VALUES (1, 1, 1, 'a'), (2, 1, 2, 'b');
        """

    private static let programs = [
        ("digikam", "photos/digikam4.db", nil, digiKam),
        ("shotwell", "data/photo.db", "/home/ada/Pictures", shotwell),
        ("lightroom", "catalog/My.lrcat", "C:/Users/ada/Pictures", lightroom),
    ]

    @Test(arguments: programs)
    func `photos come from their folders with facts and albums, and a second run changes nothing`(
        kind: String, name: String, root: String?, sql: String
    ) throws {
        let harness = try CommandHarness()
        try harness.writePhotos(2, in: "photos/Trip")
        try harness.folder.makeFolder((name as NSString).deletingLastPathComponent)
        let folder = String(harness.folder.path.dropLast(harness.folder.path.hasSuffix("/") ? 1 : 0))
        let queue = try DatabaseQueue(path: harness.folder.file(name).path)
        try queue.write { try $0.execute(sql: sql.replacing("FOLDER", with: folder)) }
        try queue.close()

        if root != nil {
            #expect(try harness.run("import", name).output.contains("2 outside the library and not found (--volume)"))
            #expect(try harness.run("list").outputLines.isEmpty)
        }
        let volume = root.map { ["--volume", "\($0)=\(folder)/photos"] } ?? []
        let outcome = try harness.run(["import", "--json"] + volume + [name])
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        let table = try #require(try outcome.objects().last?["sources"]?.list?.first?.object)
        #expect(table["created"] == 2)
        #expect(table["source"]?.object?["kind"]?.text == kind)

        let assets = try harness.run("list", "--json").objects()
        let first = try #require(assets.first { $0["originalFilename"] == "photo-0.jpg" })
        #expect(first["rating"] == 4)
        #expect(first["localDateTime"] == "2024-05-07T09:00:04")
        #expect(first["dateSource"] == "exifOriginal")
        let second = try #require(assets.first { $0["originalFilename"] == "photo-1.jpg" })
        // The user chose another date in the program.
        #expect(second["localDateTime"]?.text?.hasPrefix("2011-02") == true)
        #expect(second["rating"] != 4)
        let albums = try harness.run("albums", "--json").objects()
        #expect(albums.contains { $0["title"] == "Trip" && $0["count"] == 2 })

        let change = try harness.run("changes").outputLines.count
        let again = try harness.run(["import", "--json"] + volume + [name])
        let repeated = try #require(try again.objects().last?["sources"]?.list?.first?.object)
        #expect(repeated["created"] == 0 && repeated["updated"] == 0)
        #expect(repeated["facts"] == table["facts"])
        #expect(try harness.run("changes").outputLines.count == change)
        // The folder's photos are known, and others would come.
        #expect(try harness.run("import", "photos").output.contains("Imported 0 files"))
        #expect(try harness.run("verify").exitStatus == 0)
    }
}
