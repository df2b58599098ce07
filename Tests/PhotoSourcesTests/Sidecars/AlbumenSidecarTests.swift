import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import PhotoSources

/// Albumen's own facts in sidecars (imports 3.4).
@Suite struct AlbumenSidecarTests {
    private static let digest = BlobDigest(bytes: (0..<32).map { UInt8($0) }) ?? .zero
    private static let otherDigest = BlobDigest(bytes: (0..<32).map { UInt8($0 + 1) }) ?? .zero

    private func sidecar(_ change: (inout AlbumenSidecar) throws -> Void) rethrows -> AlbumenSidecar {
        var own = AlbumenSidecar()
        own.original = Self.digest
        try change(&own)
        return own
    }

    /// Returns the facts of a sidecar with Albumen's lines and further properties.
    private func readFacts(
        _ own: AlbumenSidecar, _ elements: String = "", digest: BlobDigest? = Self.digest,
        capture: SourceFacts.Capture? = nil, place: SourceFacts.Place? = nil
    ) throws -> SourceFacts {
        let sidecar = try SidecarFacts(elements + own.lines.joined(separator: "\n"))
        return sidecar.facts(for: .init(digest: digest, capture: capture, place: place))
    }

    private func date(_ text: String) throws -> Date { try #require(SidecarDate(text)).date }

    private func original(_ text: String) -> String { "<exif:DateTimeOriginal>\(text)</exif:DateTimeOriginal>" }

    // MARK: Writing and reading

    @Test func `the lines fit an XMP packet of the export (imports 3.4)`() throws {
        let own = try sidecar {
            $0.identifier = "421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001"
            $0.isFavorite = false
            $0.isHidden = true
            $0.date = try date("2024-05-07T01:33:04.046Z")
            $0.timeZone = .offset(28_800)
            $0.dateSource = AlbumenSidecar.userSource
            $0.isPlaceRemoved = true
            $0.addedDate = try date("2024-06-01T10:00:00Z")
            $0.burstIdentifier = "a<b>&\"c\""
            $0.burstPick = [.key, .user]
            $0.originalChoice = .raw
            $0.cleared = [.title, .rating]
        }
        let namespace = " xmlns:albumen=\"urn:albumen:1/\""
        #expect(
            own.lines == [
                "   <albumen:Original\(namespace)>\(Self.digest.hexadecimal)</albumen:Original>",
                "   <albumen:Identifier\(namespace)>421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001</albumen:Identifier>",
                "   <albumen:Favorite\(namespace)>False</albumen:Favorite>",
                "   <albumen:Hidden\(namespace)>True</albumen:Hidden>",
                "   <albumen:Date\(namespace)>2024-05-07T09:33:04.046000</albumen:Date>",
                "   <albumen:TimeZone\(namespace)>+08:00</albumen:TimeZone>",
                "   <albumen:DateSource\(namespace)>user</albumen:DateSource>",
                "   <albumen:PlaceRemoved\(namespace)>True</albumen:PlaceRemoved>",
                "   <albumen:AddedDate\(namespace)>2024-06-01T10:00:00.000000Z</albumen:AddedDate>",
                "   <albumen:BurstIdentifier\(namespace)>a&lt;b&gt;&amp;\"c\"</albumen:BurstIdentifier>",
                "   <albumen:BurstPick\(namespace)><rdf:Bag><rdf:li>Key</rdf:li><rdf:li>User</rdf:li></rdf:Bag></albumen:BurstPick>",
                "   <albumen:OriginalChoice\(namespace)>raw</albumen:OriginalChoice>",
                "   <albumen:Cleared\(namespace)><rdf:Bag><rdf:li>title</rdf:li><rdf:li>rating</rdf:li></rdf:Bag></albumen:Cleared>",
            ])
        #expect(AlbumenSidecar().lines.isEmpty)
    }

    @Test func `random facts survive the sidecar (imports 3.4)`() throws {
        var generator = SeededGenerator(seed: 34)
        func sometimes<Value>(_ value: @autoclosure () -> Value) -> Value? {
            Bool.random(using: &generator) ? value() : nil
        }
        func text() -> String {
            let characters = Array("aé😀&<>\"'/ 0:|\u{301}")
            let count = Int.random(in: 1...12, using: &generator)
            return "x" + String((0..<count).compactMap { _ in characters.randomElement(using: &generator) }) + "y"
        }
        func date() -> Date {
            let range = -63_000_000_000_000_000...252_000_000_000_000_000
            return Date(timeIntervalSinceReferenceDate: Double(Int.random(in: range, using: &generator)) / 1_000_000)
        }
        for _ in 0..<500 {
            var own = AlbumenSidecar()
            let digest = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
            own.original = BlobDigest(bytes: digest)
            own.identifier = sometimes(text())
            own.isFavorite = sometimes(Bool.random(using: &generator))
            own.isHidden = sometimes(Bool.random(using: &generator))
            if let zone = sometimes(Int.random(in: -64_800...64_800, using: &generator)) {
                own.timeZone = Bool.random(using: &generator) ? .unknown : .offset(zone)
                own.date = sometimes(date())
            }
            own.dateSource = sometimes(text())
            own.isPlaceRemoved = Bool.random(using: &generator)
            own.addedDate = sometimes(date())
            own.burstIdentifier = sometimes(text())
            own.burstPick = AlbumenSidecar.BurstPick(rawValue: Int.random(in: 0..<8, using: &generator))
            own.originalChoice = sometimes(Bool.random(using: &generator) ? .raw : .compressed)
            own.playsVideo = sometimes(Bool.random(using: &generator))
            own.cleared = Set(AlbumenSidecar.ClearedValue.allCases.filter { _ in Bool.random(using: &generator) })
            let document = try XMPDocument(SidecarText.document(own.lines.joined(separator: "\n")))
            let read = try #require(AlbumenSidecar(document))
            #expect(read.lines == own.lines)
            #expect(read.date.map(SidecarDate.microseconds) == own.date.map(SidecarDate.microseconds))
            #expect(read.addedDate.map(SidecarDate.microseconds) == own.addedDate.map(SidecarDate.microseconds))
            var (left, right) = (read, own)
            (left.date, left.addedDate, right.date, right.addedDate) = (nil, nil, nil, nil)
            #expect(left == right)
        }
    }

    @Test func `dates outside of the years 1 to 9999 aren't written (general rules)`() {
        var own = AlbumenSidecar()
        for seconds in [1e300, -1e300, 252_455_616_000, -63_113_904_001] {
            own.addedDate = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(own.lines.isEmpty, "\(seconds)")
        }
    }

    @Test(arguments: [Int.min, -64_801, 64_801, Int.max])
    func `impossible offsets are ignored (general rules)`(_ offset: Int) throws {
        var own = AlbumenSidecar()
        own.date = try date("2024")
        own.timeZone = .offset(offset)
        #expect(own.lines.isEmpty)
        let sidecarDate = try #require(SidecarDate("2024-01-01T00:00:00"))
        let file = SourceFacts.Capture(date: sidecarDate.date, utcOffset: offset)
        #expect(sidecarDate.capture(ofFile: file) == .init(date: sidecarDate.date, utcOffset: nil))
    }

    @Test func `the namespace of the specification is the same (imports 3.4)`() throws {
        let lines = sidecar { $0.isHidden = true }.lines.joined()
            .replacing("urn:albumen:1/", with: "https://albumen.org/ns/1.0/").replacing("albumen:", with: "a:")
            .replacing("xmlns:a:", with: "xmlns:a").replacing("xmlns:albumen=", with: "xmlns:a=")
        let own = try #require(AlbumenSidecar(try XMPDocument(SidecarText.document(lines))))
        #expect(own.isHidden == true)
        #expect(own.original == Self.digest)
    }

    @Test func `a rewritten sidecar can have attributes (imports 3.4)`() throws {
        let document = try XMPDocument(
            SidecarText.document(
                "",
                attributes: """
                    xmlns:n="urn:albumen:1/" n:Original="\(Self.digest.hexadecimal)" n:Hidden="False" n:TimeZone="Unknown"
                    n:Date="2024-05-07T09:33:04"
                    """))
        let own = try #require(AlbumenSidecar(document))
        #expect(own.isHidden == false)
        #expect(own.timeZone == .unknown)
        #expect(try own.date == date("2024-05-07T09:33:04Z"))
    }

    @Test func `invalid values are ignored one by one (general rules)`() throws {
        let names = AlbumenProperty.allCases.map(\.rawValue)
        let elements = names.map { "<n:\($0) xmlns:n='urn:albumen:1/'>?</n:\($0)>" }.joined()
        let own = try #require(AlbumenSidecar(try XMPDocument(SidecarText.document(elements))))
        var expected = AlbumenSidecar()
        (expected.identifier, expected.burstIdentifier, expected.dateSource) = ("?", "?", "?")
        #expect(own == expected)
        #expect(AlbumenSidecar(try XMPDocument(SidecarSamples.lightroom.text)) == nil)
    }

    // MARK: Assets

    private func asset() throws -> AssetRecord {
        AssetRecord(
            uuid: "421C93B7-E05A-41FF-9983-02C1B8B41902", mediaType: AssetMediaType(rawValue: 1), mediaSubtypes: [],
            playbackStyle: PlaybackStyle(rawValue: 1), pixelWidth: 1, pixelHeight: 1, duration: 0,
            creationDate: try date("2024-05-07T09:33:04+08:00"), addedDate: try date("2024-06-01T10:00:00Z"))
    }

    private func facts(of asset: AssetRecord, _ metadata: MetadataRecord) throws -> SourceFacts {
        let own = AlbumenSidecar(asset, metadata, original: Self.digest)
        return try readFacts(own, capture: .init(date: try date("2020"), utcOffset: 0))
    }

    @Test func `an asset comes back (imports 3.4)`() throws {
        var asset = try asset()
        asset.isFavorite = true
        asset.isHidden = true
        asset.utcOffset = 28_800
        asset.dateSource = "user"
        asset.userEdits = [.date, .location, .rating, .caption, .keywords, .keyPhoto]
        asset.burstIdentifier = "B"
        asset.burstSelectionTypes = [.userPick]
        asset.originalChoice = .raw
        asset.isVideoPlaybackOff = true
        let facts = try facts(of: asset, MetadataRecord())
        var expected = SourceFacts()
        expected.isFavorite = true
        expected.isHidden = true
        expected.capture = .known(
            .init(date: try date("2024-05-07T09:33:04+08:00"), utcOffset: 28_800, isChosen: true))
        expected.burst = .known(
            .init(identifier: "B", isKeyPhoto: true, isAutomaticPick: false, isUserPick: true))
        expected.usesRAW = true
        expected.playsVideo = false
        expected.addedDate = asset.addedDate
        (expected.place, expected.title, expected.caption) = (.none, .none, .none)
        (expected.keywords, expected.rating) = (.none, .none)
        #expect(facts == expected)
    }

    @Test func `values that the asset has aren't listed as removed, and all others are (imports 3.4)`() throws {
        var asset = try asset()
        (asset.latitude, asset.longitude) = (48.5, 16.25)
        var metadata = MetadataRecord()
        (metadata.title, metadata.caption, metadata.keywords, metadata.rating) = ("T", "C", ["K"], 3)
        let full = AlbumenSidecar(asset, metadata, original: Self.digest)
        #expect(full.cleared.isEmpty && !full.isPlaceRemoved)
        #expect(full.originalChoice == nil && full.playsVideo == nil)
        #expect(full.timeZone == .unknown)
        (asset.latitude, asset.longitude, asset.creationDate) = (nil, nil, nil)
        let empty = AlbumenSidecar(asset, MetadataRecord(), original: Self.digest)
        #expect(empty.cleared == [.title, .caption, .keywords, .rating, .date] && empty.isPlaceRemoved)
        #expect(empty.timeZone == nil)
        #expect(try facts(of: asset, MetadataRecord()).capture == .none)
    }

    // MARK: What counts

    @Test func `own facts only count for the same bytes (imports 3.4)`() throws {
        let own = sidecar {
            $0.isHidden = true
            $0.isFavorite = true
            $0.identifier = "A"
            $0.burstIdentifier = "B"
            $0.isPlaceRemoved = true
            $0.originalChoice = .raw
            $0.cleared = [.title, .caption, .keywords, .rating, .date]
        }
        for digest in [nil, Self.otherDigest] {
            #expect(try readFacts(own, digest: digest) == SourceFacts())
        }
        let sidecar = try SidecarFacts(own.lines.joined())
        #expect(sidecar.own(for: .init(digest: Self.digest))?.identifier == "A")
        #expect(sidecar.own(for: .init(digest: Self.otherDigest)) == nil)
        #expect(sidecar.differences(for: .init(digest: Self.digest)).isEmpty)
        #expect(sidecar.differences(for: .init(digest: Self.otherDigest)).map(\.fact) == [.hidden, .bursts, .places])
        let facts = try readFacts(own)
        #expect(facts.isHidden == true)
        #expect(facts.isFavorite == true)
        #expect(facts.usesRAW == true)
        #expect(facts.place == .none)
        #expect(facts.title == .none && facts.caption == .none && facts.keywords == .none)
        #expect(facts.rating == .none && facts.capture == .none)
    }

    @Test func `flags, bursts and the added date come back (imports 3.4)`() throws {
        let own = try sidecar {
            $0.isFavorite = false
            $0.isHidden = false
            $0.addedDate = try date("2024-06-01T10:00:00.25Z")
            $0.burstIdentifier = "B"
            $0.burstPick = [.auto, .key]
            $0.originalChoice = .compressed
        }
        let facts = try readFacts(own)
        #expect(facts.isFavorite == false)
        #expect(facts.isHidden == false)
        #expect(try facts.addedDate == date("2024-06-01T10:00:00.25Z"))
        #expect(
            facts.burst == .known(.init(identifier: "B", isKeyPhoto: true, isAutomaticPick: true, isUserPick: false)))
        #expect(facts.usesRAW == false)
    }

    @Test func `another program's favourite beats ours (imports 3.4)`() throws {
        let own = sidecar { $0.isFavorite = true }
        #expect(try readFacts(own, "<fstop:favorite>0</fstop:favorite>").isFavorite == false)
        #expect(try readFacts(own).isFavorite == true)
    }

    @Test func `another program's values beat cleared ones (imports 3.4)`() throws {
        let own = sidecar { $0.cleared = Set(AlbumenSidecar.ClearedValue.allCases) }
        let facts = try readFacts(
            own,
            "<dc:title>T</dc:title><dc:description>D</dc:description><xmp:Rating>2</xmp:Rating>"
                + SidecarText.bag("dc:subject", ["K"]) + original("2019"))
        #expect(facts.title == .known("T"))
        #expect(facts.caption == .known("D"))
        #expect(facts.keywords == .known(["K"]))
        #expect(facts.rating == .known(2))
        #expect(facts.capture.value?.utcOffset == .some(nil))
    }

    @Test func `copies of the file's values don't bring cleared ones back (imports 3.4)`() throws {
        let own = sidecar {
            $0.cleared = [.caption, .date]
            $0.isPlaceRemoved = true
        }
        let file = SourceFacts.Capture(date: try date("2019-05-07T07:33:04Z"), utcOffset: 7200)
        let place = SourceFacts.Place(latitude: 48.5, longitude: 16.25, altitude: 100)
        let copies =
            "<exif:GPSLatitude>48,30.0N</exif:GPSLatitude><exif:GPSLongitude>16,15.0E</exif:GPSLongitude>"
            + "<tiff:ImageDescription>OLYMPUS DIGITAL CAMERA</tiff:ImageDescription>" + original("2019-05-07T09:33:04")
        let same = try readFacts(own, copies, capture: file, place: place)
        #expect(same.place == .none)
        #expect(same.caption == .none)
        #expect(same.capture == .none)
        let other = try readFacts(own, copies, capture: nil, place: .init(latitude: 48.6, longitude: 16.25))
        #expect(other.place == .known(.init(latitude: 48.5, longitude: 16.25)))
        #expect(other.capture.value?.date == SidecarDate("2019-05-07T09:33:04")?.date)
    }

    // MARK: Dates

    @Test func `a date that the user set comes back with its zone (imports 3.4)`() throws {
        let own = try sidecar {
            $0.date = try date("2024-05-07T09:33:04.046+08:00")
            $0.timeZone = .offset(28_800)
            $0.dateSource = AlbumenSidecar.userSource
        }
        let expected = SourceFacts.Capture(
            date: try date("2024-05-07T09:33:04.046+08:00"), utcOffset: 28_800, isChosen: true)
        let file = SourceFacts.Capture(date: try date("2020"), utcOffset: 3600)
        for standard in ["2024-05-07T09:33:04.046+08:00", "2024-05-07T09:33:04", "2024-05-07T09:33:04.04"] {
            #expect(try readFacts(own, original(standard), capture: file).capture == .known(expected), "\(standard)")
        }
        #expect(try readFacts(own, capture: file).capture == .known(expected))
    }

    @Test func `a date with an unknown zone doesn't take the file's (imports 3.4)`() throws {
        let local = "2024-05-07T09:33:04"
        let own = try sidecar {
            $0.date = try date(local)
            $0.timeZone = .unknown
            $0.dateSource = AlbumenSidecar.userSource
        }
        let file = SourceFacts.Capture(date: try date(local + "+02:00"), utcOffset: 7200)
        #expect(
            try readFacts(own, original(local), capture: file).capture
                == .known(.init(date: date(local), utcOffset: nil, isChosen: true)))
    }

    @Test func `a date of the file isn't a choice of the user (imports 3.4)`() throws {
        let own = try sidecar {
            $0.date = try date("2024-05-07T09:33:04.5+08:00")
            $0.timeZone = .offset(28_800)
            $0.dateSource = "exifOriginal"
        }
        #expect(try readFacts(own).capture.value?.isChosen == false)
    }

    @Test(arguments: [
        "2024-05-07T09:33:05", "2024-05-07T09:33:04+02:00", "2024-05-07T01:33:04Z", "2023",
    ])
    func `another program's date beats ours (imports 3.4)`(_ standard: String) throws {
        let own = try sidecar {
            $0.date = try date("2024-05-07T09:33:04+08:00")
            $0.timeZone = .offset(28_800)
            $0.dateSource = AlbumenSidecar.userSource
        }
        let file = SourceFacts.Capture(date: try date("2020"), utcOffset: 3600)
        let expected = try #require(SidecarDate(standard)).capture(ofFile: file)
        #expect(try readFacts(own, original(standard), capture: file).capture == .known(expected))
    }

    @Test func `offsets with seconds are compared in minutes (imports 3.4)`() throws {
        let own = try sidecar {
            $0.date = try date("1890-05-07T09:33:04+00:53") - 28
            $0.timeZone = .offset(3208)
        }
        #expect(try readFacts(own, original("1890-05-07T09:33:04+00:53")).capture.value?.utcOffset == 3208)
    }

    // MARK: Other programs

    @Test(arguments: [SidecarSamples.rewrittenByExiv2, .rewrittenByExifTool])
    func `programs that rewrite a sidecar keep our facts (imports 3.4)`(_ sample: SidecarSamples) throws {
        let read = SidecarFacts(try XMPDocument(sample.text))
        let expected = try sidecar {
            $0.identifier = "421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001"
            $0.isHidden = true
            $0.date = try date("2024-05-07T09:33:04.046+08:00")
            $0.timeZone = .offset(28_800)
            $0.burstPick = [.key, .user]
            $0.cleared = [.title, .rating]
        }
        #expect(read.own == expected)
        let facts = read.facts(for: .init(digest: Self.digest))
        #expect(facts.title == .known("New"))
        #expect(facts.rating == .known(4))
    }

    // MARK: Former exports

    @Test func `sidecars of former exports are read (imports 3.4)`() throws {
        let namespace = "xmlns:albumen=\"urn:albumen:1/\""
        let elements =
            "<albumen:hidden \(namespace)>1</albumen:hidden><albumen:original \(namespace)>raw</albumen:original>"
        let sidecar = try SidecarFacts(elements)
        for digest in [nil, Self.digest] {
            let facts = sidecar.facts(for: .init(digest: digest))
            #expect(facts.isHidden == true)
            #expect(facts.usesRAW == true)
        }
        #expect(sidecar.differences(for: .init()).isEmpty)
    }
}
