import AlbumenTestSupport
import Foundation
import GRDB
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// Searches in a small library, and the assets that each finds.
@Suite struct SearchTests {
    private let temporary: TemporaryLibrary
    private var view: LibraryView { temporary.library.owner }

    init() throws {
        temporary = try TemporaryLibrary()
        try temporary.add([
            sample("IMG_0012.HEIC", "2024-05-07T09:33:04") { probe in
                (probe.cameraMake, probe.cameraModel) = ("Apple", "iPhone 15 Pro")
                probe.title = "Café am Fluß"
            },
            sample("IMG_0123.JPG", "2024-12-31T23:30:00") { probe in
                (probe.cameraMake, probe.cameraModel) = ("SONY", "ILCE-7M4")
                probe.lensModel = "FE 24-70mm F2.8 GM II"
                probe.keywords = ["fireworks", "New Year"]
            },
            sample("DSC01234.JPG", "2019-10-01T08:00:00") { $0.caption = "北京市的故宫博物院" },
            sample("风景 001.png", "2024-05-01T12:00:00") { $0.keywords = ["黄山", "日出"] },
            sample("東京タワー.jpg", nil) { $0.caption = "Ночной Токио 🎆" },
            .video("MVI_9.MP4") { $0.title = "Birthday \"party\" (part 2)" },
        ])
    }

    private func sample(
        _ name: String, _ date: String?, _ change: (inout MediaProbe) -> Void
    ) -> TemporaryLibrary.Sample {
        .image(name) { probe in
            // Two in the morning of the next day in UTC, if it was late on the clock of the camera.
            if let date, let local = CivilTime.secondsSinceReferenceDate(date) {
                probe.captureDate = MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: local + 5 * 3600, utcOffsetInSeconds: -5 * 3600, source: .exifOriginal)
            }
            change(&probe)
        }
    }

    @Test func `a search finds kinds by the names of their smart albums, beside words`() throws {
        try temporary.add([
            .image("RAW.DNG") { $0.isRAW = true },
            .image("plain.jpg") { $0.title = "a raw diamond" },
            .image("screen.png") { $0.subtypes = [.photoScreenshot] },
        ])
        #expect(try found("raw") == ["RAW.DNG", "plain.jpg"])
        for text in ["video", "Videos", "视频", "movies"] { #expect(try found(text) == ["MVI_9.MP4"], "\(text)") }
        #expect(try found("screenshots") == ["screen.png"])
        #expect(try found("screen shot") == ["screen.png"])
        #expect(try found("birthday video") == ["MVI_9.MP4"])
        #expect(try found("fireworks video") == [])
        #expect(try found("slow motion") == [])
        let asset = try #require(try view.assetIdentifiers(AssetFetch()).first)
        let uuid = try #require(try view.assets(withIdentifiers: [asset])[asset]?.uuid)
        for text in ["favourites", "favorite", "个人收藏"] { #expect(try found(text) == []) }
        try temporary.commit(.setFavorite(true, assetUUID: uuid))
        for text in ["favourites", "favorite", "个人收藏"] { #expect(try found(text).count == 1) }
    }

    @Test(
        arguments: [
            ("07.05.2024", ["IMG_0012.HEIC"]), ("7.5.2024", ["IMG_0012.HEIC"]), ("2024-05-07", ["IMG_0012.HEIC"]),
            ("5/7/2024", ["IMG_0012.HEIC"]), ("07/05/2024", ["IMG_0012.HEIC"]), ("5.7.2024", []),
            ("31.12.2024", ["IMG_0123.JPG"]), ("31.13.2024", []), ("Oktober 2019", ["DSC01234.JPG"]),
            ("mai 2024", ["IMG_0012.HEIC", "风景 001.png"]), ("dezember", ["IMG_0123.JPG"]), ("christmas", []),
        ] as [(String, [String])])
    func `written dates are found`(_ text: String, _ expected: [String]) throws {
        #expect(try found(text) == expected.sorted())
    }

    /// Friday, 10 January 2025.
    private static let today = SearchedDate(year: 2025, month: 1, day: 10)

    @Test(
        arguments: [
            ("last week", ["IMG_0123.JPG"]), ("last month", ["IMG_0123.JPG"]), ("letzten Monat", ["IMG_0123.JPG"]),
            ("上个月", ["IMG_0123.JPG"]), ("10 days ago", ["IMG_0123.JPG"]), ("vor zehn Tagen", ["IMG_0123.JPG"]),
            ("10天前", ["IMG_0123.JPG"]), ("last year", ["IMG_0012.HEIC", "IMG_0123.JPG", "风景 001.png"]),
            ("去年", ["IMG_0012.HEIC", "IMG_0123.JPG", "风景 001.png"]), ("去年5月", ["IMG_0012.HEIC", "风景 001.png"]),
            ("this winter", ["IMG_0123.JPG"]), ("last spring", ["IMG_0012.HEIC", "风景 001.png"]),
            ("last winter", []), ("letzten Frühling", ["IMG_0012.HEIC", "风景 001.png"]),
            ("last spring sony", []), ("last winter sony", []), ("sony this winter", ["IMG_0123.JPG"]),
            ("today", []), ("yesterday", []), ("spring 2024", ["IMG_0012.HEIC", "风景 001.png"]),
        ] as [(String, [String])])
    func `dates relative to the day of the search are found`(_ text: String, _ expected: [String]) throws {
        #expect(try found(text, today: Self.today) == expected.sorted(), "\(text)")
    }

    @Test func `words of relative dates also match texts, and without a day only these`() throws {
        try temporary.add([.image("a.jpg") { $0.title = "Last winter in the alps" }])
        #expect(try found("last winter", today: Self.today) == ["a.jpg"])
        #expect(try found("last year") == [])
        // Without words for a date, the search is the same on each day.
        #expect(TextSearch("alps", today: Self.today) == TextSearch("alps"))
        #expect(TextSearch("last year", today: Self.today) != TextSearch("last year"))
    }

    @Test(
        arguments: [
            // Thursday, 29 February 2024.
            ("yesterday", "2024-02-28"), ("2 days ago", "2024-02-27"), ("last wednesday", "2024-02-28"),
            ("last thursday", "2024-02-22"), ("this friday", "2024-03-01"), ("a month ago", "2024-01"),
            ("two months ago", "2023-12"), ("1 year ago", "2023"), ("last weekend", "2024-02-24 2024-02-25"),
            ("last christmas", "2023-12-24 2023-12-25 2023-12-26"), ("last winter", "2022-12 2023-01 2023-02"),
            ("this winter", "2023-12 2024-01 2024-02"), ("last autumn", "2023-09 2023-10 2023-11"),
            ("this summer", "2024-06 2024-07 2024-08"), ("0 days ago", ""), ("last", ""), ("ago", ""),
            ("1001 days ago", ""), ("99999999999999999999 days ago", ""),
        ] as [(String, String)])
    func `relative dates count from the day`(_ text: String, _ expected: String) throws {
        let today = SearchedDate(year: 2024, month: 2, day: 29)
        let dates = try #require(TextSearch(text, today: today)).relativeDates.flatMap(\.dates)
        let texts = dates.map { date in
            [date.year, date.month, date.day].compactMap(\.self)
                .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
        }
        #expect(texts.joined(separator: " ") == expected)
    }

    @Test func `an f-number is complete`() throws {
        #expect(try found("f2.8") == ["IMG_0123.JPG"])
        #expect(try found("F2.") == ["IMG_0123.JPG"])
        try temporary.add([.image("lens.jpg") { $0.lensModel = "FE F2.85" }])
        #expect(try found("f2.8") == ["IMG_0123.JPG"])
    }

    private func found(
        _ text: String, in view: LibraryView? = nil, today: SearchedDate? = nil
    ) throws -> [String] {
        let view = view ?? self.view
        var fetch = AssetFetch()
        let search = try #require(TextSearch(text, today: today))
        fetch.search = search
        let identifiers = try view.assetIdentifiers(fetch)
        #expect(try view.assetCount(fetch) == identifiers.count)
        return try identifiers.map { try name(of: $0) }.sorted()
    }

    private func name(of asset: Int64) throws -> String {
        let resources = try temporary.library.catalog.read { try $0.resources(ofAsset: asset) }
        return try #require(resources.first?.originalFilename)
    }

    private func uuid(_ name: String) throws -> String {
        let all = try view.assetIdentifiers(AssetFetch())
        let asset = try #require(try all.first { try self.name(of: $0) == name })
        return try #require(try view.assets(withIdentifiers: [asset])[asset]).uuid
    }

    private static let (phone, camera, palace) = ("IMG_0012.HEIC", "IMG_0123.JPG", "DSC01234.JPG")
    private static let (mountain, tower, party) = ("风景 001.png", "東京タワー.jpg", "MVI_9.MP4")

    @Test(
        "§9 search finds beginnings of words, and parts of Chinese text",
        arguments: [
            // Filenames.
            ("img", [phone, camera]), ("IMG_00", [phone]), ("img_0012.heic", [phone]), ("0123", [camera, palace]),
            ("DSC01", [palace]), ("dsc01234", [palace]), ("12", [camera]), ("mg", []), ("9", [party]),
            // Titles, captions and keywords.
            ("cafe", [phone]), ("CAFÉ fluss", [phone]), ("fire", [camera]), ("year new", [camera]), ("ork", []),
            ("токио", [tower]), ("🎆", [tower]), ("\"party\"", [party]), ("party-part", [party]), ("part-party", []),
            ("(part", [party]),
            // Cameras.
            ("sony", [camera]), ("iphone 15", [phone]), ("apple sony", []), ("24-70mm", [camera]),
            ("ilce-7m4", [camera]),
            // Dates in English.
            ("may 2024", [phone, mountain]), ("tuesday", [phone, palace, camera]), ("2024-05-07", [phone]),
            ("december 31", [camera]), ("2025", []), ("oct 2019", [palace]),
            // Chinese.
            ("北京", [palace]), ("故宫", [palace]), ("京市的故", [palace]), ("博", [palace]), ("院", [palace]), ("北宫", []),
            ("黄山 日出", [mountain]), ("风", [mountain]), ("山日", []), ("東京", [tower]), ("タワ", [tower]),
            // Dates in Chinese.
            ("2024年", [phone, mountain, camera]), ("2024年5月", [phone, mountain]), ("2024年5月7日", [phone]),
            ("五月", [phone, mountain]), ("十二月", [camera]), ("5月 黄山", [mountain]), ("星期二", [phone, palace, camera]),
            ("周三", [mountain]), ("２０２４年５月７日", [phone]), ("2024年1", [camera]),
        ])
    func table(text: String, expected: [String]) throws {
        #expect(try found(text) == expected.sorted(), "\(text)")
    }

    @Test(arguments: [
        "\"", "'", "*", "a*", "\" OR \"", "NEAR(a b)", "text:a", "-a", "^a", "a AND", "(", ")", "NOT", "{}", "+", "\\",
        "\u{0}", "a\u{0}b", "'; DROP TABLE asset; --", "年", "月日", "99999999999999999999年", "１", "\u{301}", "🏳️‍🌈",
        String(repeating: "a ", count: 400), String(repeating: "年", count: 600),
    ])
    func `any text is a valid search`(text: String) throws {
        let search = try #require(TextSearch(text))
        var fetch = AssetFetch()
        fetch.search = search
        #expect(try view.assetCount(fetch) <= 6)
        fetch.membership = .library
        _ = try view.timeline(of: .library, search: search)
    }

    @Test func `blank text isn't a search, and punctuation finds nothing`() throws {
        #expect(TextSearch(" \n\t") == nil)
        #expect(try found("…") == [])
    }

    @Test func `words can be in the names of albums`() throws {
        let album = try makeAlbum("去年夏天 Holidays", with: [Self.phone, Self.mountain])
        #expect(try found("夏天") == [Self.phone, Self.mountain].sorted())
        #expect(try found("holi img") == [Self.phone])
        try temporary.commit(.rename("Expedition", collectionUUID: album))
        #expect(try found("夏天") == [])
        #expect(try found("expedition may") == [Self.phone, Self.mountain].sorted())
        try temporary.commit(.deleteCollection(uuid: album))
        #expect(try found("expedition") == [])
        #expect(try temporary.library.catalog.read { try $0.staleSearchRows() } == 0)
    }

    private func makeAlbum(_ title: String, with names: [String]) throws -> String {
        let uuid = UUID().uuidString
        try temporary.commit(.createCollection(NewCollection(uuid: uuid, kind: .album, title: title)))
        try temporary.library.catalog.write(author: "test") { transaction in
            let album = try #require(
                try transaction.reader.collections(.uuids([uuid]), scope: .everything).first)
            let assets = try names.map { try #require(try transaction.reader.asset(uuid: self.uuid($0))).id }
            try transaction.append(assets: assets, toAlbum: album.id)
        }
        return uuid
    }

    @Test func `changes of texts, dates and files change the result`() throws {
        var change = AssetChange()
        change.caption = "sunrise"
        change.keywords = ["山"]
        change.creationDate = Date(timeIntervalSinceReferenceDate: 0)
        try temporary.commit(.change(change, assetUUID: uuid(Self.camera)))
        #expect(try found("sunrise 山 2000") == [Self.camera])
        #expect(try found("fireworks") == [])
        #expect(try found("december 2024") == [])
        #expect(try temporary.library.catalog.read { try $0.staleSearchRows() } == 0)
    }

    @Test func `hidden and deleted assets aren't found where they aren't shown`() throws {
        try temporary.commit(.setHidden(true, assetUUID: uuid(Self.phone)))
        try temporary.commit(.trash(assetUUID: uuid(Self.camera)))
        #expect(try found("img") == [])
        let trash = AssetFetch.Membership.smartAlbum(.recentlyDeleted)
        let timeline = try view.timeline(of: trash, search: TextSearch("img"))
        #expect(try timeline.identifiers.map { try name(of: $0) } == [Self.camera])
        let purged = try #require(try view.assets(withIdentifiers: timeline.identifiers).values.first).uuid
        try temporary.commit(.purge(assetUUID: purged))
        #expect(try view.timeline(of: trash, search: TextSearch("img")).identifiers.isEmpty)
        #expect(try temporary.library.catalog.read { try $0.staleSearchRows() } == 0)
    }

    @Test func `§9 a client finds its own assets only, and only by albums that it sees`() throws {
        _ = try makeAlbum("Secret", with: [Self.mountain])
        _ = try makeAlbum("Seen", with: [Self.mountain, Self.phone])
        let phone = try #require(try view.asset(withUUID: uuid(Self.phone)))
        try temporary.library.catalog.write(author: "test") { try $0.grant(asset: phone.id, to: "app") }
        let client = temporary.library.view(.limited(client: "app"))
        #expect(try found("img", in: client) == [Self.phone])
        #expect(try found("seen", in: client) == [Self.phone])
        #expect(try found("secret", in: client) == [])
        #expect(try found("2024", in: client) == [Self.phone])
        #expect(try found("img", in: temporary.library.view(.limited(client: "other"))) == [])
        #expect(try found("img", in: temporary.library.view(.denied)) == [])
    }

    @Test func `a timeline of a search follows changes of assets and albums`() throws {
        let cache = TimelineCache()
        func names(_ text: String) throws -> [String] {
            let timeline = try cache.current(.library, search: TextSearch(text), in: view)
            return try timeline.identifiers.map { try name(of: $0) }
        }
        #expect(try names("img") == [Self.camera, Self.phone])
        #expect(try names("dsc") == [Self.palace])
        try temporary.add([sample("IMG_7.JPG", "2025-01-01T00:00:00") { _ in }])
        #expect(try names("img") == ["IMG_7.JPG", Self.camera, Self.phone])
        _ = try makeAlbum("Image Group", with: [Self.palace])
        #expect(try names("group") == [Self.palace])
        try temporary.commit(.trash(assetUUID: uuid(Self.camera)))
        #expect(try names("img") == ["IMG_7.JPG", Self.phone])
        var change = AssetChange()
        change.caption = "img"
        try temporary.commit(.change(change, assetUUID: uuid(Self.mountain)))
        #expect(try names("img") == ["IMG_7.JPG", Self.phone, Self.mountain])
        #expect(try names("img") == view.timeline(of: .library, search: TextSearch("img")).identifiers.map(name))
    }

    @Test(arguments: [
        // Words of another state of the library, and rows of nothing.
        ("UPDATE assetSearch SET text = 'wrong' WHERE rowid = 1", false),
        ("DELETE FROM assetSearch WHERE rowid IN (1, 2)", false),
        ("INSERT INTO assetSearch (rowid, text) VALUES (1000, 'img')", false),
        ("INSERT INTO albumSearch (rowid, text) VALUES (1000, 'img')", false),
        // Parts of the index that don't match each other, are lost, or can't be read.
        ("UPDATE assetSearch_content SET c0 = 'wrong' WHERE id = 1", true),
        ("DELETE FROM assetSearch_content WHERE id = 1", true),
        ("UPDATE assetSearch_data SET block = zeroblob(40)", true),
        ("DELETE FROM assetSearch_data WHERE id > 10", true),
        ("UPDATE assetSearch_config SET v = 99", true), ("DROP TABLE assetSearch_config", true),
        ("DROP TABLE assetSearch_data", true), ("DROP TABLE assetSearch_content", true),
        ("DROP TABLE assetSearch_idx", true), ("DROP TABLE assetSearch", true),
    ])
    func `verification finds a wrong index, and makes it again on request`(damage: String, isDamage: Bool) throws {
        func findings(_ library: Library, repairs: Bool) throws -> [LibraryVerification.Finding] {
            var findings: [LibraryVerification.Finding] = []
            let summary = try LibraryVerification(of: library)
                .run(reclaimsOrphans: false, repairsSearch: repairs) { findings.append($0) }
            #expect(summary.faults == findings.filter(\.isFault).count)
            return findings
        }
        #expect(try findings(temporary.library, repairs: false) == [])
        try temporary.library.catalog.pool.write { try $0.execute(sql: damage) }
        // SQLite reads parts of the index once per connection.
        let library = try Library(at: temporary.folder)
        let finding = try #require(try SearchIndexFinding.find(in: library))
        #expect(!finding.isRepaired)
        switch finding.fault {
        case .damaged: #expect(isDamage, "\(finding.reason)")
        case .stale(let count): #expect(!isDamage && (1...2).contains(count), "\(finding.reason)")
        }
        #expect(try findings(library, repairs: false).contains(.search(finding)))
        let repaired = SearchIndexFinding(fault: finding.fault, isRepaired: true)
        #expect(try findings(library, repairs: true) == [.search(repaired)])
        #expect(try findings(library, repairs: false) == [])
        try library.close()
        #expect(try found("img") == [Self.phone, Self.camera])
        // Changes reach the index again.
        var change = AssetChange()
        change.caption = "sunrise"
        try temporary.commit(.change(change, assetUUID: uuid(Self.camera)))
        #expect(try found("sunrise") == [Self.camera])
    }

    @Test func `an index that is not complete yet is not wrong`() throws {
        let pool = temporary.library.catalog.pool
        try pool.write { database in
            try database.execute(
                sql: """
                    DELETE FROM assetSearch WHERE rowid > 2;
                    UPDATE searchFill SET lastFilled = 2, target = (SELECT max(id) FROM asset);
                    """)
        }
        #expect(try SearchIndexFinding.find(in: temporary.library) == nil)
        try pool.write { try $0.execute(sql: "DELETE FROM assetSearch WHERE rowid = 1") }
        #expect(try SearchIndexFinding.find(in: temporary.library)?.fault == .stale(count: 1))
    }
}
