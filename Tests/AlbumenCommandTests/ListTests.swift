import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite(.blocking) struct ListTests {
    static let keys: Set = [
        "burstIdentifier", "cameraMake", "cameraModel", "caption", "creationDate", "damaged", "dateSource", "duration",
        "isFavorite", "isHidden", "keywords", "localDateTime", "localIdentifier", "location", "mediaSubtypes",
        "mediaType", "originalFilename", "pixelHeight", "pixelWidth", "rating", "resources", "title", "utcOffsetSource",
    ]

    /// A library with three assets that are shown, a hidden one and a deleted one; no bytes belong to them.
    static func makeShelf() throws -> CommandHarness {
        let harness = try CommandHarness()
        let library = try Library(at: harness.library)
        var live = record(1, taken: 100.046)
        live.utcOffset = 8 * 3600
        live.dateSource = "exifOriginal"
        live.mediaSubtypes = [.photoLive, .photoHDR]
        (live.latitude, live.longitude) = (31.25, -121.5)
        live.isFavorite = true
        var video = record(2, taken: 50)
        (video.mediaType, video.duration) = (.video, 75.5)
        video.damage = "cut short"
        var nameless = record(3, taken: nil)
        nameless.burstIdentifier = "burst"
        nameless.representsBurst = true
        var hidden = record(4, taken: 300)
        hidden.isHidden = true
        var trashed = record(5, taken: 400)
        trashed.trashedDate = Date(timeIntervalSinceReferenceDate: 500)
        try library.catalog.write(author: "test") { transaction in
            let identifiers = try [live, video, nameless, hidden, trashed].map(transaction.insert)
            var metadata = MetadataRecord()
            (metadata.cameraMake, metadata.cameraModel) = ("Apple", "iPhone 15")
            (metadata.caption, metadata.keywords, metadata.rating) = ("Grandma's \"chair\"", ["Lisbon", "🪑"], 4)
            try transaction.setMetadata(metadata, ofAsset: identifiers[0])
            try transaction.insert(
                resource(.pairedVideo, "IMG_1.MOV", "com.apple.quicktime-movie", 1), intoAsset: identifiers[0])
            try transaction.insert(resource(.photo, "IMG_1.HEIC", "public.heic", 2), intoAsset: identifiers[0])
            try transaction.insert(resource(.video, "clip\u{1B}[2J.mp4", "public.mpeg-4", 3), intoAsset: identifiers[1])
            try transaction.insert(resource(.photo, "three.jpg", "public.jpeg", 4), intoAsset: identifiers[2])
        }
        try library.catalog.close()
        return harness
    }

    @Test func `a search without results names a similar one that finds something`() throws {
        let shelf = try Self.makeShelf()
        for (arguments, text) in [
            (["--search", "grndma"], "No items match all of these words. Did you mean “grandma”?\n"),
            (["--search", "lisbom grandma"], "No items match all of these words. Did you mean “lisbon grandma”?\n"),
            (["--search", "zebra"], "No items match all of these words.\n"),
            (["--search", "grndma", "--json"], ""),
        ] {
            let outcome = try shelf.run(["list"] + arguments)
            #expect(outcome.exitStatus == 0)
            #expect(outcome.output == "")
            #expect(outcome.error == text)
        }
        #expect(try shelf.run("list", "--search", "grandma").outputLines.count == 1)
    }

    private static func record(_ number: Int, taken: Double?) -> AssetRecord {
        AssetRecord(
            uuid: "0000000\(number)-0000-4000-8000-000000000000", mediaType: .image, mediaSubtypes: [],
            playbackStyle: .image,
            pixelWidth: 400 + number, pixelHeight: 300, duration: 0,
            creationDate: taken.map { Date(timeIntervalSinceReferenceDate: $0) },
            addedDate: Date(timeIntervalSinceReferenceDate: 1000))
    }

    private static func resource(
        _ type: ResourceType, _ name: String, _ identifier: String, _ byte: UInt8
    ) -> ResourceRecord {
        ResourceRecord(
            type: type, sha256: BlobDigest(repeating: byte), fileSize: 7, originalFilename: name,
            uniformTypeIdentifier: identifier, pixelWidth: 4, pixelHeight: 3)
    }

    @Test func `each asset is a JSON object with exactly the documented keys`() throws {
        let outcome = try Self.makeShelf().run("list", "--json")
        #expect(outcome.exitStatus == 0)
        let objects = try outcome.objects()
        #expect(objects.count == 3)
        for object in objects { #expect(Set(object.keys) == Self.keys) }
        for line in outcome.outputLines { #expect(line.hasPrefix("{\"burstIdentifier\":")) }
    }

    @Test func `a Live Photo with all properties uses PhotoKit's names`() throws {
        let outcome = try Self.makeShelf().run("list", "--json", "--filter", "isFavorite == YES")
        let object = try #require(try outcome.objects().first)
        let expected: [String: JSONValue] = [
            "localIdentifier": "00000001-0000-4000-8000-000000000000/L0/001", "originalFilename": "IMG_1.HEIC",
            "mediaType": "image", "mediaSubtypes": ["photoHDR", "photoLive"], "pixelWidth": 401, "pixelHeight": 300,
            "duration": 0, "creationDate": "2001-01-01T00:01:40.046Z",
            "localDateTime": "2001-01-01T08:01:40.046+08:00", "dateSource": "exifOriginal",
            "location": ["latitude": 31.25, "longitude": -121.5], "isFavorite": true, "isHidden": false,
            "burstIdentifier": nil, "damaged": false, "cameraMake": "Apple", "cameraModel": "iPhone 15",
            "caption": "Grandma's \"chair\"", "keywords": ["Lisbon", "🪑"], "rating": 4, "title": nil,
            "utcOffsetSource": nil,
            "resources": [
                [
                    "type": "pairedVideo", "originalFilename": "IMG_1.MOV", "fileSize": 7,
                    "uniformTypeIdentifier": "com.apple.quicktime-movie",
                    "sha256": .text(String(repeating: "01", count: 32)),
                ],
                [
                    "type": "photo", "originalFilename": "IMG_1.HEIC", "fileSize": 7,
                    "uniformTypeIdentifier": "public.heic", "sha256": .text(String(repeating: "02", count: 32)),
                ],
            ],
        ]
        #expect(object == expected)
    }

    @Test func `unknown values are null`() throws {
        let objects = try Self.makeShelf().run("list", "--json").objects()
        let undated = try #require(objects.first { $0["originalFilename"] == "three.jpg" })
        for key in ["creationDate", "localDateTime", "dateSource", "location"] { #expect(undated[key] == .null) }
        #expect(undated["burstIdentifier"] == "burst")
        let video = try #require(objects.first { $0["mediaType"] == "video" })
        #expect(video["localDateTime"] == "2001-01-01T00:00:50")
        #expect(video["duration"] == .number(75.5))
        #expect(video["damaged"] == true)
    }

    @Test func `lines are aligned and contain kind, size or duration, and marks`() throws {
        let outcome = try Self.makeShelf().run("list")
        #expect(
            outcome.output == """
                00000003-0000-4000-8000-000000000000  -                           image      403x300  three.jpg  [burst]
                00000002-0000-4000-8000-000000000000  2001-01-01 00:00:50         video         1:16  \
                clip\\u{1b}[2J.mp4  [damaged]
                00000001-0000-4000-8000-000000000000  2001-01-01 08:01:40 +08:00  image      401x300  \
                IMG_1.HEIC  [HDR, Live, favorite]

                """)
    }

    @Test(
        arguments: [
            ([], ["3", "2", "1"]),
            (["--sort", "creationDate:desc"], ["1", "2", "3"]),
            (["--sort", "mediaType:desc", "--sort", "pixelWidth:desc"], ["2", "3", "1"]),
            (["--sort", "pixelWidth", "--limit", "2"], ["1", "2"]),
            (["--filter", "mediaType == \"video\""], ["2"]),
            (["--filter", "mediaType == 2"], ["2"]),
            (["--filter", "(mediaSubtypes & 8) != 0"], ["1"]),
            (["--filter", "creationDate >= \"2001-01-01T08:01:00+08:00\""], ["1"]),
            (["--filter", "creationDate < \"2001-01-01 00:01\""], ["2"]),
            (["--filter", "NOT (location = nil) OR duration > 60"], ["2", "1"]),
            (["--filter", "creationDate BETWEEN {\"2001-01-01\", \"2001-01-01T00:01Z\"}"], ["2"]),
            (["--filter", "originalFilename LIKE[c] \"img_*\""], ["1"]),
            (["--filter", "rating == nil AND iso = nil", "--sort", "originalFilename"], ["2", "3"]),
            (["--filter", "exposureTime < \"1/250\""], []),
            (["--filter", "localIdentifier == \"00000002-0000-4000-8000-000000000000/L0/001\""], ["2"]),
        ] as [([String], [String])])
    func `filter, sort and limit work like in a fetch`(_ options: [String], _ expected: [String]) throws {
        let outcome = try Self.makeShelf().run(["list"] + options)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.outputLines.map { String($0.prefix(8).suffix(1)) } == expected)
    }

    @Test func `a smart album is listed by its title or identifier`() throws {
        let shelf = try Self.makeShelf()
        let uuid = try #require(SmartAlbum.withSubtype(.smartAlbumFavorites)?.uuid)
        for name in ["Favorites", "个人收藏", uuid] {
            let outcome = try shelf.run("list", "--album", name)
            #expect(outcome.outputLines.map { String($0.prefix(8)) } == ["00000001"], "\(outcome.error)")
        }
        #expect(try shelf.run("list", "--album", "Selfies").error == "“Selfies” is empty.\n")
        // An album of the same title goes first.
        try AlbumsTests.succeed(shelf, "album", "create", "Favorites", "00000002")
        let album = try shelf.run("list", "--album", "Favorites")
        #expect(album.outputLines.map { String($0.prefix(8)) } == ["00000002"])
        try AlbumsTests.succeed(shelf, "album", "create", "Favorites")
        #expect(try shelf.run("list", "--album", "Favorites").error.contains("is the name of 2 albums"))
    }

    @Test func `an empty result is reported on standard error`() throws {
        let shelf = try Self.makeShelf()
        let none = try shelf.run("list", "--filter", "pixelWidth > 9000")
        #expect((none.exitStatus, none.output, none.error) == (0, "", "No items match the filter.\n"))
        #expect(try shelf.run("list", "--filter", "pixelWidth > 9000", "--json").error == "")
    }

    @Test func `pages are in order and a reader that stops early is no error`() throws {
        let harness = try CommandHarness()
        let library = try Library(at: harness.library)
        try library.catalog.write(author: "test") { transaction in
            for number in 0..<3000 {
                var asset = Self.record(1, taken: Double(number))
                asset.uuid = UUID().uuidString
                asset.pixelWidth = 10_000 + number
                _ = try transaction.insert(asset)
            }
        }
        try library.catalog.close()
        let lines = try harness.run("list").outputLines
        #expect(lines.map { $0.firstMatch(of: /(\d{5})x/).map { Int($0.output.1) } } == (10_000..<13_000).map { $0 })
        let piped = try ProgramRun.run(
            URL(fileURLWithPath: "/bin/bash"),
            [
                "-c", "\"$0\" list --json | head -n 1 | wc -l; echo ${PIPESTATUS[0]}",
                CommandHarness.executable.path,
            ], environment: harness.environment)
        #expect(piped.error == "")
        #expect(piped.outputLines.map { $0.trimmingCharacters(in: .whitespaces) } == ["1", "0"])
    }
}
