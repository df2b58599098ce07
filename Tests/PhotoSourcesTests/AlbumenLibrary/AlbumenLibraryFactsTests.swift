import Foundation
import GRDB
import Records
import Testing

@testable import PhotoSources

/// The facts of assets, with the meaning that they have in exports with sidecars (imports 1.4).
@Suite struct AlbumenLibraryFactsTests {
    /// A row of `asset` and of `assetMetadata`, and what they say.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var asset: [String: DatabaseValue] = [:]
        var metadata: [String: DatabaseValue]? = [:]
        var differences: [SourceDifference] = []
        let expected: @Sendable (inout SourceFacts) -> Void

        init(
            _ name: String, _ asset: [String: any DatabaseValueConvertible] = [:],
            metadata: [String: any DatabaseValueConvertible]? = [:], differences: [SourceDifference] = [],
            _ expected: @escaping @Sendable (inout SourceFacts) -> Void
        ) {
            testDescription = name
            self.asset = asset.mapValues(\.databaseValue)
            self.metadata = metadata?.mapValues(\.databaseValue)
            self.differences = differences
            self.expected = expected
        }
    }

    /// The facts of a photo about which the catalog says as little as it can.
    static var plain: SourceFacts {
        var facts = SourceFacts()
        facts.capture = .known(SourceFacts.Capture(date: date(700_000_001), utcOffset: nil))
        (facts.place, facts.title, facts.caption) = (.none, .none, .none)
        (facts.keywords, facts.rating, facts.burst) = (.none, .none, .none)
        (facts.isFavorite, facts.isHidden) = (false, false)
        facts.addedDate = date(720_000_000)
        return facts
    }

    static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    static let places: [Case] = [
        Case(
            "a place with all that is known",
            [
                "latitude": 31.25, "longitude": -121.5, "altitude": -3.5, "horizontalAccuracy": 12.0,
            ]
        ) {
            $0.place = .known(
                SourceFacts.Place(latitude: 31.25, longitude: -121.5, altitude: -3.5, horizontalAccuracy: 12))
        },
        Case("a place at zero degrees", ["latitude": 0.0, "longitude": 0.0]) {
            $0.place = .known(SourceFacts.Place(latitude: 0, longitude: 0))
        },
        Case("a place that was removed", ["altitude": 5.0]) { $0.place = .none },
        Case("half a place", ["latitude": 5.0]) { $0.place = .none },
        Case(
            "a place beyond the Earth", ["latitude": 91.0, "longitude": 0.0],
            differences: [SourceDifference(.places, .invalid)]
        ) { $0.place = .unknown },
        Case(
            "an infinite place", ["latitude": Double.infinity, "longitude": 0.0]
        ) { $0.place = .none },
        Case(
            "a place of a moving client", ["latitude": 1.0, "longitude": 2.0, "movement": "{}"],
            differences: [SourceDifference(.places, .unsupported, detail: "speed, course and time of the place")]
        ) { $0.place = .known(SourceFacts.Place(latitude: 1, longitude: 2)) },
    ]

    static let dates: [Case] = [
        Case("a date with an offset", ["utcOffset": -12_600]) {
            $0.capture = .known(SourceFacts.Capture(date: date(700_000_001), utcOffset: -12_600))
        },
        Case("a date in an unknown time zone, with a fraction", ["creationDate": 700_000_001.25]) {
            $0.capture = .known(SourceFacts.Capture(date: date(700_000_001.25), utcOffset: nil))
        },
        Case("a date in UTC", ["utcOffset": 0]) {
            $0.capture = .known(SourceFacts.Capture(date: date(700_000_001), utcOffset: 0))
        },
        Case("a date that the user set", ["dateSource": "user", "utcOffset": 7_200]) {
            $0.capture = .known(SourceFacts.Capture(date: date(700_000_001), utcOffset: 7_200, isChosen: true))
        },
        Case("a date that is marked as the user's", ["userEdits": 1]) {
            $0.capture = .known(SourceFacts.Capture(date: date(700_000_001), utcOffset: nil, isChosen: true))
        },
        Case("a date that the user removed", ["creationDate": DatabaseValue.null, "dateSource": "user"]) {
            $0.capture = .none
        },
        Case(
            "a date before all years", ["creationDate": -1e300], differences: [SourceDifference(.dates, .invalid)]
        ) { $0.capture = .unknown },
        Case(
            "an infinite date", ["creationDate": Double.infinity], differences: [SourceDifference(.dates, .invalid)]
        ) { $0.capture = .unknown },
        Case(
            "an offset of a week", ["utcOffset": 604_800], differences: [SourceDifference(.dates, .invalid)]
        ) { $0.capture = .unknown },
        Case(
            "the largest offset", ["utcOffset": Int64.max], differences: [SourceDifference(.dates, .invalid)]
        ) { $0.capture = .unknown },
        Case("an absurd date of the import", ["addedDate": 1e200]) { $0.addedDate = nil },
    ]

    static let texts: [Case] = [
        Case("a title and a caption", metadata: ["title": "Bridge", "caption": "With\nGrandma"]) {
            ($0.title, $0.caption) = (.known("Bridge"), .known("With\nGrandma"))
        },
        Case("texts that were cleared", metadata: ["title": "", "caption": ""]) { _ in },
        Case("keywords in their order", metadata: ["keywords": #"["b","a","ü",""]"#]) {
            $0.keywords = .known(["b", "a", "ü"])
        },
        Case("keywords that were cleared", metadata: ["keywords": "[]"]) { $0.keywords = .none },
        Case(
            "keywords that aren't a list", metadata: ["keywords": #"{"a": 1}"#],
            differences: [SourceDifference(.keywords, .invalid)]
        ) { $0.keywords = .unknown },
        Case(
            "deep keywords", metadata: ["keywords": String(repeating: "[", count: 100_000)],
            differences: [SourceDifference(.keywords, .invalid)]
        ) { $0.keywords = .unknown },
        Case(
            "far too many keywords", metadata: ["keywords": #"[""# + String(repeating: "x", count: 2 << 20) + #""]"#],
            differences: [SourceDifference(.keywords, .invalid)]
        ) { $0.keywords = .unknown },
        Case("a rating", metadata: ["rating": 5]) { $0.rating = .known(5) },
        Case(
            "a rating of six stars", metadata: ["rating": 6], differences: [SourceDifference(.ratings, .invalid)]
        ) { $0.rating = .unknown },
        Case(
            "a rating below zero", metadata: ["rating": Int64.min],
            differences: [SourceDifference(.ratings, .invalid)]
        ) { $0.rating = .unknown },
        Case("no details at all", metadata: nil) { _ in },
    ]

    static let flags: [Case] = [
        Case("a favorite", ["isFavorite": 1]) { $0.isFavorite = true },
        Case("a hidden photo", ["isHidden": 1]) { $0.isHidden = true },
        Case("a selfie", ["isSelfPortrait": 1]) { $0.isSelfPortrait = true },
        Case("subtypes, but that of a Live Photo and unknown ones", ["mediaSubtypes": 1 << 40 | 8 | 16 | 1]) {
            $0.subtypes = 17
        },
        Case("all bits of subtypes", ["mediaSubtypes": -1]) {
            $0.subtypes = MediaSubtypes(MediaSubtypes.optionNames.map(\.option)).rawValue & ~8
        },
        Case("a frame of a burst", ["burstIdentifier": "B-1", "burstSelectionTypes": 1]) {
            $0.burst = .known(
                SourceFacts.Burst(
                    identifier: "B-1", isKeyPhoto: false, isAutomaticPick: true, isUserPick: false))
        },
        Case(
            "a key photo that the user picked",
            [
                "burstIdentifier": "B-1", "burstSelectionTypes": 2, "userEdits": 1 << 5,
            ]
        ) {
            $0.burst = .known(
                SourceFacts.Burst(
                    identifier: "B-1", isKeyPhoto: true, isAutomaticPick: false, isUserPick: true))
        },
        Case(
            "all bits of edits and picks",
            [
                "burstIdentifier": "B-1", "burstSelectionTypes": -1, "userEdits": -1,
            ]
        ) {
            $0.capture = .known(SourceFacts.Capture(date: date(700_000_001), utcOffset: nil, isChosen: true))
            $0.burst = .known(
                SourceFacts.Burst(identifier: "B-1", isKeyPhoto: true, isAutomaticPick: true, isUserPick: true))
        },
        Case("a choice of the original without a RAW", ["originalChoice": 1]) { $0.usesRAW = nil },
        Case("a video that is off, without a video", ["isVideoPlaybackOff": 1]) { $0.playsVideo = nil },
    ]

    @Test("imports 1.4: the facts of a row", arguments: places + dates + texts + flags)
    func facts(_ row: Case) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1, row.asset, metadata: row.metadata)
        let item = try library.item()
        var expected = Self.plain
        row.expected(&expected)
        #expect(item.facts == expected)
        #expect(item.differences == row.differences)
        #expect(item.exclusion == nil)
        #expect(!item.hasMomentOnly)
        #expect(!item.hasLocalTimeOnly)
    }

    @Test("the subtypes of an edited asset are those of its original")
    func originalSubtypes() throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1, ["mediaSubtypes": 2])
        try library.made.insert(
            "unadjustedAsset",
            [
                "assetId": 1, "mediaSubtypes": 1, "playbackStyle": 1, "pixelWidth": 1, "pixelHeight": 1,
                "duration": 0.0,
            ])
        #expect(try library.item().facts.subtypes == 1)
    }

    @Test(
        "Recently Deleted comes with the option, with the date of the deletion",
        arguments: [(730_000_000.5, date(730_000_000.5)), (1e300, nil)])
    func trashed(_ seconds: Double, _ expected: Date?) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1, ["trashedDate": seconds, "isHidden": 1])
        try library.addPhoto(2)
        let left = try library.items()
        #expect(left.map(\.exclusion) == [.trashed, nil])
        let item = try library.items(trashed: true)[0]
        #expect(item.exclusion == nil)
        #expect(item.facts.trashedDate == expected)
        #expect(item.isTrashed == (expected == nil))
        #expect(item.facts.isHidden == true)
        #expect(item.originals.count == 1)
        #expect(left[1].facts.trashedDate == nil)
        #expect(!left[1].isTrashed)
    }

    @Test("the choice of a RAW comes with the RAW", arguments: [(0, false), (1, true)])
    func rawChoice(_ choice: Int, _ expected: Bool) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1, ["originalChoice": choice])
        let raw = try library.addFile(1, .alternatePhoto, named: "IMG_1.DNG")
        #expect(try library.item().facts.usesRAW == expected)
        try FileManager.default.removeItem(at: library.blob(raw))
        #expect(try library.item().facts.usesRAW == nil)
    }

    @Test("whether the video of a Live Photo plays", arguments: [(0, true), (1, false)])
    func playback(_ value: Int, _ expected: Bool) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1, ["isVideoPlaybackOff": value])
        try library.addFile(1, .pairedVideo, named: "IMG_1.MOV")
        #expect(try library.item().facts.playsVideo == expected)
    }

    @Test("an asset that is neither a photo nor a video isn't brought over", arguments: [0, 3, 99, -1])
    func kinds(_ type: Int) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1, ["mediaType": type])
        #expect(try library.item().exclusion == .unsupported)
    }
}
