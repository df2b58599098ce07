import Foundation
import Records
import Testing

@testable import PhotoSources

/// The fields of sidecars, one by one (imports 3.2).
@Suite struct SidecarFactsTests {
    private func alternatives(_ name: String, _ texts: [(language: String, text: String)]) -> String {
        let items = texts.map { "<rdf:li xml:lang='\($0.language)'>\($0.text)</rdf:li>" }.joined()
        return "<\(name)><rdf:Alt>\(items)</rdf:Alt></\(name)>"
    }

    private func keywords(_ elements: String) throws -> [String]? { try SidecarFacts(elements).facts.keywords.value }

    // MARK: Texts

    @Test func `the title is that of the default language, then of any (imports 3.2)`() throws {
        let both = [("de", "Titel"), ("x-default", " Title\n")]
        #expect(try SidecarFacts(alternatives("dc:title", both)).facts.title == .known("Title"))
        #expect(try SidecarFacts(alternatives("dc:title", [both[0]])).facts.title == .known("Titel"))
        #expect(
            try SidecarFacts(alternatives("dc:title", [("x-default", " "), both[0]])).facts.title == .known("Titel"))
        #expect(try SidecarFacts("<dc:title>Plain</dc:title>").facts.title == .known("Plain"))
        #expect(try SidecarFacts("", attributes: "dc:title='A' photoshop:Headline='H'").facts.title == .known("A"))
        #expect(try SidecarFacts("", attributes: "photoshop:Headline='H'").facts.title == .unknown)
    }

    @Test func `the caption has three properties, best first (imports 3.2)`() throws {
        let comment = alternatives("exif:UserComment", [("x-default", "C")])
        let description = alternatives("tiff:ImageDescription", [("x-default", "I")])
        #expect(try SidecarFacts(comment).facts.caption == .known("C"))
        #expect(try SidecarFacts(comment + description).facts.caption == .known("I"))
        let all = comment + description + alternatives("dc:description", [("x-default", "D")])
        #expect(try SidecarFacts(all).facts.caption == .known("D"))
        #expect(try SidecarFacts(description + "<dc:description/>").facts.caption == .known("I"))
    }

    @Test func `empty and missing properties clear nothing (imports 3.3)`() throws {
        let empty = """
            <dc:title/><dc:description><rdf:Alt/></dc:description><dc:subject><rdf:Bag/></dc:subject><xmp:Rating/>
            <exif:DateTimeOriginal> </exif:DateTimeOriginal><exif:GPSLatitude/><exif:GPSLongitude/><fstop:favorite/>
            <photoshop:City/><xmp:Label/><darktable:history><rdf:Seq/></darktable:history>
            """
        let sidecar = try SidecarFacts(empty)
        #expect(sidecar.facts == SourceFacts())
        #expect(sidecar.differences.isEmpty)
        #expect(sidecar.facts(for: .init()) == SourceFacts())
    }

    @Test func `control characters aren't part of a text`() throws {
        #expect(try SidecarFacts("<dc:title>a&#1;b&#9;c&#10;d&#x7F;&#13;</dc:title>").facts.title == .known("ab\tc\nd"))
    }

    @Test func `line ends of the caption are line feeds`() throws {
        let caption = "<dc:description>a&#xD;&#xA;b&#xD;c&#xA;&#xA;d</dc:description>"
        #expect(try SidecarFacts(caption).facts.caption == .known("a\nb\nc\n\nd"))
    }

    // MARK: Keywords

    @Test func `keywords are the last names of paths, best property first (imports 3.2)`() throws {
        let tags = SidecarText.bag("digiKam:TagsList", ["A/1"])
        let lightroom = SidecarText.bag("lr:hierarchicalSubject", ["B|2"])
        let mediaPro = SidecarText.bag("mediapro:CatalogSets", ["C|3"])
        let acdsee =
            "<acdsee:categories>&lt;Categories>&lt;Category Assigned='0'>D&lt;Category Assigned=\"1\">4"
            + "&lt;Category Assigned='0'>no&lt;/Category>&lt;/Category>&lt;/Category>&lt;Category Assigned='1'>5&amp;amp;"
            + "&lt;/Category>&lt;/Categories></acdsee:categories>"
        #expect(try keywords(acdsee) == ["4", "5&"])
        #expect(try keywords(acdsee + mediaPro) == ["3"])
        #expect(try keywords(acdsee + mediaPro + lightroom) == ["2"])
        #expect(try keywords(acdsee + mediaPro + lightroom + tags) == ["1"])
        #expect(try keywords(SidecarText.bag("dc:subject", ["E", "F"])) == ["E", "F"])
    }

    @Test func `parents are dropped, and others of dc subject stay (imports 3.2)`() throws {
        let paths = SidecarText.bag("lr:hierarchicalSubject", ["Places", "Places|Wien", "Places|Wien|Ring", "Family"])
        let subject = SidecarText.bag("dc:subject", ["Wien", "Ring", "Places", "Family", "Other"])
        #expect(try keywords(paths + subject) == ["Ring", "Family", "Other"])
    }

    @Test func `a keyword may contain a slash (imports 3.2)`() throws {
        let subject = SidecarText.bag("dc:subject", ["AC/DC", "a|b"])
        #expect(try keywords(subject) == ["AC/DC", "a|b"])
        #expect(
            try keywords(SidecarText.bag("digiKam:TagsList", ["AC/DC", "Music/Rock"]) + subject) == [
                "AC/DC", "Rock", "a|b",
            ])
        #expect(try keywords(SidecarText.bag("lr:hierarchicalSubject", ["Music|AC/DC"])) == ["AC/DC"])
    }

    @Test func `programs' own keywords are left out (imports 3.2)`() throws {
        let tags = SidecarText.bag("digiKam:TagsList", ["_Digikam_Internal_Tags_/Color Label None", "a"])
        #expect(try keywords(tags) == ["a"])
        let darktable = SidecarText.bag("lr:hierarchicalSubject", ["darktable|changed", "darktable|style|a"])
        #expect(try keywords(darktable + SidecarText.bag("dc:subject", ["darktable|changed", "a"])) == ["a"])
        #expect(try keywords(darktable) == nil)
    }

    @Test func `a keyword counts once, and empty ones don't (imports 3.2)`() throws {
        #expect(
            try keywords(SidecarText.bag("dc:subject", ["a", " a ", "", "Bru\u{308}cke", "Br\u{FC}cke"])) == [
                "a", "Brücke",
            ])
        #expect(try keywords(SidecarText.bag("digiKam:TagsList", ["/a//b/", "/"])) == ["b"])
        #expect(try keywords("<dc:subject>single</dc:subject>") == ["single"])
    }

    @Test(arguments: [
        "&lt;Categories", "&lt;!DOCTYPE a [&lt;!ENTITY b 'c'>]>&lt;Category Assigned='1'>a&lt;/Category>", "text", "",
        "&lt;/Category>&lt;/Category>", "&lt;Category Assigned='1'>&amp;b;&lt;/Category>",
    ])
    func `categories that can't be read are none`(_ text: String) throws {
        #expect(try keywords("<acdsee:categories>\(text)</acdsee:categories>") == nil)
    }

    @Test func `deep categories are none`() throws {
        let text = String(repeating: "&lt;Category Assigned='1'>a", count: 10_000)
        #expect(try keywords("<acdsee:categories>\(text)</acdsee:categories>") == nil)
    }

    @Test func `the number of keywords and persons is limited (general rules)`() throws {
        let names = (0..<2000).map(String.init)
        let sidecar = try SidecarFacts(
            SidecarText.bag("dc:subject", names) + SidecarText.bag("Iptc4xmpExt:PersonInImage", names))
        #expect(sidecar.facts.keywords.value?.count == 1000)
        #expect(sidecar.persons.count == 1000)
        #expect(sidecar.differences.map(\.detail) == ["more than 1000", "more than 1000"])
    }

    // MARK: Rating and flags

    @Test(
        arguments: [
            ("0", nil), ("1", 1), ("5", 5), ("3.0", 3), ("2.6", 3), ("0.2", 1), (" 4 ", 4), ("-1", nil), ("6", nil),
            ("five", nil), ("-2", nil), ("1e0", nil), ("0x1", nil),
        ] as [(String, Int?)])
    func `ratings are from 1 to 5 (imports 3.2)`(_ text: String, _ rating: Int?) throws {
        #expect(try SidecarFacts("<xmp:Rating>\(text)</xmp:Rating>").facts.rating.value == rating)
    }

    @Test(
        arguments: [("0", nil), ("1", 1), ("25", 2), ("50", 3), ("75", 4), ("99", 5), ("100", 5), ("101", nil)]
            as [(String, Int?)])
    func `percents are ratings (imports 3.2)`(_ text: String, _ rating: Int?) throws {
        let percent = "<MicrosoftPhoto:Rating>\(text)</MicrosoftPhoto:Rating>"
        #expect(try SidecarFacts(percent).facts.rating.value == rating)
        #expect(try SidecarFacts(percent + "<xmp:Rating>2</xmp:Rating>").facts.rating.value == 2)
    }

    @Test func `rejected and impossible ratings are counted (imports 3.2)`() throws {
        let rejected = try SidecarFacts("<xmp:Rating>-1</xmp:Rating>")
        #expect(rejected.isRejected)
        #expect(rejected.differences == [SourceDifference(.ratings, .unsupported, detail: "rejected")])
        let impossible = try SidecarFacts("<xmp:Rating>7</xmp:Rating>")
        #expect(!impossible.isRejected)
        #expect(impossible.differences == [SourceDifference(.ratings, .invalid, detail: "7")])
    }

    @Test(arguments: [("1", true), ("0", false), ("True", true), ("2", nil)] as [(String, Bool?)])
    func `a favourite is one in F-Stop (imports 3.2)`(_ text: String, _ isFavorite: Bool?) throws {
        #expect(try SidecarFacts("", attributes: "fstop:favorite='\(text)'").facts.isFavorite == isFavorite)
    }

    @Test func `a pick of digiKam is no favourite, and is counted (imports 3.2)`() throws {
        for (number, count) in [(0, 0), (1, 1), (2, 1), (3, 1), (4, 0)] {
            let sidecar = try SidecarFacts("<digiKam:PickLabel>\(number)</digiKam:PickLabel>")
            #expect(sidecar.facts.isFavorite == nil)
            #expect(sidecar.differences.map(\.fact) == Array(repeating: .labels, count: count))
        }
    }

    @Test(arguments: [
        ("<xmp:Label>Rot</xmp:Label><digiKam:ColorLabel>3</digiKam:ColorLabel>", ["Rot"]),
        (
            "<darktable:colorlabels><rdf:Seq><rdf:li>4</rdf:li><rdf:li>9</rdf:li></rdf:Seq></darktable:colorlabels>",
            ["Purple"]
        ),
        ("<digiKam:ColorLabel>9</digiKam:ColorLabel>", ["White"]), ("<digiKam:ColorLabel>0</digiKam:ColorLabel>", []),
        ("<photomechanic:ColorClass>2</photomechanic:ColorClass>", ["Color class 2"]),
        ("<photomechanic:ColorClass>0</photomechanic:ColorClass>", []), ("<xmp:Label>None</xmp:Label>", []),
        ("<digiKam:ColorLabel>-9223372036854775808</digiKam:ColorLabel>", []),
    ])
    func `labels are counted, or keywords if asked (imports 3.2)`(_ elements: String, _ names: [String]) throws {
        let sidecar = try SidecarFacts(elements)
        #expect(sidecar.differences == names.map { SourceDifference(.labels, .notAsked, detail: $0) })
        #expect(sidecar.facts.keywords == .unknown)
        let asked = try SidecarFacts(elements, options: .init(labelsAsKeywords: true))
        #expect(asked.facts.keywords.value ?? [] == names)
        #expect(asked.differences.isEmpty)
    }

    // MARK: Dates

    @Test func `the date has three properties, best first (imports 3.2)`() throws {
        let created = "<xmp:CreateDate>2003</xmp:CreateDate>"
        let photoshop = "<photoshop:DateCreated>2002</photoshop:DateCreated>"
        let original = "<exif:DateTimeOriginal>2001</exif:DateTimeOriginal>"
        #expect(try SidecarFacts(created).date == SidecarDate("2003"))
        #expect(try SidecarFacts(created + photoshop).date == SidecarDate("2002"))
        #expect(try SidecarFacts(created + photoshop + original).date == SidecarDate("2001"))
        let damaged = "<exif:DateTimeOriginal>0000-00-00T00:00:00</exif:DateTimeOriginal>"
        #expect(try SidecarFacts(damaged + photoshop).date == SidecarDate("2002"))
        let sidecar = try SidecarFacts(damaged)
        #expect(sidecar.facts.capture == .unknown)
        #expect(sidecar.differences == [SourceDifference(.dates, .invalid, detail: "0000-00-00T00:00:00")])
    }

    @Test func `dates of changes are no capture dates (imports 3.3)`() throws {
        let changes = "<xmp:ModifyDate>2019-05-07T09:33:04</xmp:ModifyDate><xmp:MetadataDate>2019</xmp:MetadataDate>"
        #expect(try SidecarFacts(changes).facts.capture == .unknown)
    }

    @Test func `the file's zone counts for an equal date (imports 3.3)`() throws {
        let sidecar = try SidecarFacts("<exif:DateTimeOriginal>2019-05-07T09:33:04</exif:DateTimeOriginal>")
        let date = try #require(SidecarDate("2019-05-07T09:33:04.5+02:00")).date
        let file = SourceFacts.Capture(date: date, utcOffset: 7200)
        #expect(sidecar.facts(for: .init(capture: file)).capture == .known(file))
        #expect(sidecar.facts.capture.value?.utcOffset == nil)
    }

    // MARK: Places

    private func place(_ latitude: String, _ longitude: String, _ more: String = "") throws -> SourceFacts.Place? {
        try SidecarFacts(
            "<exif:GPSLatitude>\(latitude)</exif:GPSLatitude><exif:GPSLongitude>\(longitude)</exif:GPSLongitude>\(more)"
        ).facts.place.value
    }

    @Test(arguments: [
        ("48,12.345N", "16,22.2E", 48.20575, 16.37), ("48,12,20N", "16,22,12W", 48.205_555_555_555_56, -16.37),
        ("33,51.5S", "151,12.6E", -33.858_333_333_333_33, 151.21), ("48.5", "-16.25", 48.5, -16.25),
        ("48.5N", "16.25w", 48.5, -16.25), ("90,0N", "180,0W", 90, -180), (" 48,30 N ", "16,15e", 48.5, 16.25),
        ("0,0N", "16,15E", 0, 16.25),
    ])
    func `coordinates have several forms (imports 3.2)`(
        _ latitude: String, _ longitude: String, _ expectedLatitude: Double, _ expectedLongitude: Double
    ) throws {
        let place = try #require(try place(latitude, longitude))
        #expect(abs(place.latitude - expectedLatitude) < 1e-9)
        #expect(abs(place.longitude - expectedLongitude) < 1e-9)
    }

    @Test(arguments: [
        ("48,12.345", "16,22.2"), ("91,0N", "16,0E"), ("48,0N", "181,0E"), ("48,61N", "16,0E"), ("48,-1N", "16,0E"),
        ("48,0E", "16,0N"), ("48,0N", ""), ("", "16,0E"), ("0.0", "0.0"), ("nan", "1"), ("inf", "1"), ("1e1", "1"),
        ("48,1,2,3N", "16,0E"), ("N", "E"), (",N", "16,0E"), ("0x10", "1"), ("200N", "1E"),
    ])
    func `other coordinates are counted (imports 3.2, general rules)`(_ latitude: String, _ longitude: String) throws {
        let sidecar = try SidecarFacts(
            "<exif:GPSLatitude>\(latitude)</exif:GPSLatitude><exif:GPSLongitude>\(longitude)</exif:GPSLongitude>")
        #expect(sidecar.facts.place == .unknown)
        #expect(sidecar.differences.map(\.fact) == [.places])
        #expect(sidecar.differences.map(\.reason) == [.invalid])
    }

    @Test func `the letters of coordinates can be apart (imports 3.2)`() throws {
        let letters = "<exif:GPSLatitudeRef>S</exif:GPSLatitudeRef><exif:GPSLongitudeRef>West</exif:GPSLongitudeRef>"
        #expect(try place("48,30", "16.25", letters) == .init(latitude: -48.5, longitude: -16.25))
        #expect(try place("-48.5", "-16.25", letters) == .init(latitude: -48.5, longitude: -16.25))
        #expect(try place("48,30N", "16,15E", letters) == .init(latitude: 48.5, longitude: 16.25))
    }

    @Test(
        arguments: [
            ("1514/10", "0", 151.4), ("1514/10", "1", -151.4), ("12.5", "", 12.5), ("-3", "1", -3), ("1/0", "0", nil),
            ("1/2/3", "0", nil), ("a", "0", nil), ("99999999", "0", nil), ("/", "0", nil),
        ] as [(String, String, Double?)])
    func `altitudes are fractions (imports 3.2)`(_ altitude: String, _ reference: String, _ metres: Double?) throws {
        let more =
            "<exif:GPSAltitude>\(altitude)</exif:GPSAltitude><exif:GPSAltitudeRef>\(reference)</exif:GPSAltitudeRef>"
        #expect(try #require(try place("48.5", "16.25", more)).altitude == metres)
    }

    @Test func `the accuracy of a place is read (imports 3.2)`() throws {
        func accuracy(_ text: String) throws -> Double? {
            try place("1.0", "1.0", "<exif:GPSHPositioningError>\(text)</exif:GPSHPositioningError>")?
                .horizontalAccuracy
        }
        #expect(try accuracy("4500/1000") == 4.5)
        #expect(try accuracy("-1") == nil)
    }

    // MARK: What isn't taken

    @Test func `persons are those of three properties (imports 3.2)`() throws {
        let elements = """
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
            <rdf:li><rdf:Description mwg-rs:Name="Ann" mwg-rs:Type="Face"/></rdf:li>
            <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Rex</mwg-rs:Name><mwg-rs:Type>Pet</mwg-rs:Type></rdf:li>
            <rdf:li rdf:parseType="Resource"><mwg-rs:Name></mwg-rs:Name></rdf:li>
            </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            <MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag>
            <rdf:li MPReg:Rectangle="0.1, 0.1, 0.2, 0.2" MPReg:PersonDisplayName="Bob"/>
            <rdf:li MPReg:Rectangle="0.1, 0.1, 0.2, 0.2"/>
            </rdf:Bag></MPRI:Regions></rdf:Description></MP:RegionInfo>
            <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Ann</rdf:li><rdf:li>Cid</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
            """
        let sidecar = try SidecarFacts(elements)
        #expect(sidecar.persons == ["Ann", "Bob", "Cid"])
        #expect(sidecar.differences == ["Ann", "Bob", "Cid"].map { SourceDifference(.persons, .notAsked, detail: $0) })
        let asked = try SidecarFacts(elements, options: .init(personsAsKeywords: true))
        #expect(asked.facts.keywords == .known(["Ann", "Bob", "Cid"]))
        let tagged = try SidecarFacts(elements + SidecarText.bag("dc:subject", ["Bob"]))
        #expect(tagged.differences.compactMap(\.detail) == ["Ann", "Cid"])
    }

    @Test(arguments: [
        ("crs:Exposure2012='+1'", 1), ("crs:Exposure2012='+1' crs:HasSettings='False'", 0),
        ("crs:Exposure2012='+1' crs:AlreadyApplied='True'", 0), ("crs:RawFileName='a.dng' crs:Version='15'", 0),
    ])
    func `develop settings are counted, and are no edit (imports 3.2)`(_ attributes: String, _ count: Int) throws {
        let sidecar = try SidecarFacts("", attributes: attributes)
        #expect(sidecar.facts == SourceFacts())
        #expect(sidecar.differences.map(\.fact) == Array(repeating: .edits, count: count))
    }

    @Test(arguments: [("1", 1), ("8", 8), ("0", nil), ("9", nil), ("x", nil)] as [(String, Int?)])
    func `the orientation is kept apart (imports 3.2)`(_ text: String, _ orientation: Int?) throws {
        #expect(try SidecarFacts("<tiff:Orientation>\(text)</tiff:Orientation>").orientation == orientation)
    }

    @Test func `each fact is completed by itself (imports 3.3)`() throws {
        var facts = try SidecarFacts("<xmp:Rating>2</xmp:Rating><dc:title>A</dc:title>").facts
        facts.caption = .none
        let other = try SidecarFacts(
            "<xmp:Rating>4</xmp:Rating><dc:description>D</dc:description><fstop:favorite>1</fstop:favorite>"
        ).facts
        facts.complete(with: other)
        #expect(facts.rating == .known(2))
        #expect(facts.title == .known("A"))
        #expect(facts.caption == .none)
        #expect(facts.isFavorite == true)
    }
}
