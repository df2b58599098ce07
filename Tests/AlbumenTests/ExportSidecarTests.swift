import AlbumenTestSupport
import BlobStore
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// XMP files beside exported files have the library's values, as other programs read them.
@Suite(.blocking) struct ExportSidecarTests {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    typealias Sample = TemporaryLibrary.Sample

    private var target: URL { folder.url.appending(path: "out", directoryHint: .isDirectory) }

    @discardableResult
    private func export() throws -> (summary: ExportSummary, events: [ExportEvent]) {
        var options = ExportOptions()
        options.includesSidecars = true
        var events: [ExportEvent] = []
        let export = Export(from: temporary.library.owner, to: target, options: options) { events.append($0) }
        return (try export.run(try Export.everything(in: temporary.library.owner)), events)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: target.appending(path: name)), as: UTF8.self)
    }

    @Test func `the sidecar of a hidden photo says so, and that of another one doesn't`() throws {
        let uuids = try temporary.add([.image("a.jpg"), .image("b.jpg")]).compactMap(\.assetUUID)
        try temporary.commit(.setHidden(true, assetUUID: uuids[0]))
        try export()
        func element(_ value: String) -> String {
            "<albumen:Hidden xmlns:albumen=\"urn:albumen:1/\">\(value)</albumen:Hidden>"
        }
        #expect(try text("a.jpg.xmp").contains(element("True")))
        #expect(try text("b.jpg.xmp").contains(element("False")))
    }

    // MARK: Other programs

    /// The values of an asset, as a program reads them from its sidecar.
    private struct Values: Equatable, CustomStringConvertible {
        var date: String?
        var latitude: Double?
        var longitude: Double?
        /// Metres, negative below sea level.
        var altitude: Double?
        var accuracy: Double?
        var caption: String?
        var keywords: [String] = []
        var rating: Int?
        var isFavorite = false

        var description: String {
            "\(date ?? "-") \(latitude ?? 0) \(longitude ?? 0) \(altitude ?? 0) \(accuracy ?? 0) \(caption ?? "-") "
                + "\(keywords) \(rating ?? 0) \(isFavorite)"
        }

        /// Coordinates are equal within a millimetre.
        func matches(_ other: Values) -> Bool {
            func near(_ left: Double?, _ right: Double?, _ tolerance: Double) -> Bool {
                guard let left, let right else { return left == nil && right == nil }
                return abs(left - right) <= tolerance
            }
            return date == other.date && near(latitude, other.latitude, 1e-8)
                && near(longitude, other.longitude, 1e-8) && near(altitude, other.altitude, 0.0006)
                && near(accuracy, other.accuracy, 0.0006) && caption == other.caption && keywords == other.keywords
                && rating == other.rating && isFavorite == other.isFavorite
        }
    }

    /// Adds 50 photos with all combinations of known and unknown values.
    private func addPhotos() throws -> [String: Values] {
        var generator = SeededGenerator(seed: 18)
        let captions = [
            "A day at the sea", "Rock & \"roll\" <b>'loud'</b> ]]>", "夜の海 🏖", "first line\nsecond line", "été\tà Évian",
            "&amp; &#65; %41", "x",
        ]
        let words = ["Lisbon", "a, b", "sea & sand", "<tag>", "été", "子供", "it's", "family"]
        var expected: [String: Values] = [:]
        let outcomes = try temporary.add((0..<50).map { .image("IMG_\($0).JPG") })
        for (index, outcome) in outcomes.enumerated() {
            let uuid = try #require(outcome.assetUUID)
            var values = Values()
            var change = AssetChange()
            if index % 7 == 0 {
                change.creationDate = .some(nil)
            } else {
                let exact = (Double.random(in: -2e9...7.5e8, using: &generator) * 1000).rounded() / 1000
                let seconds = index % 3 == 0 ? exact.rounded() : exact
                let offset = index % 5 == 0 ? nil : Int.random(in: -48...56, using: &generator) * 900
                change.creationDate = .some(Date(timeIntervalSinceReferenceDate: seconds))
                change.utcOffset = .some(offset)
                values.date = Self.text(of: seconds, offset: offset)
            }
            if index % 4 != 0 {
                values.latitude = index == 1 ? -90 : index == 2 ? 0 : Double.random(in: -90...90, using: &generator)
                values.longitude = index == 1 ? 180 : Double.random(in: -180...180, using: &generator)
                values.altitude = index % 3 == 0 ? nil : Double.random(in: -400...9000, using: &generator)
                values.accuracy = index % 2 == 0 ? nil : Double.random(in: 1...500, using: &generator)
                change.location = .some(
                    AssetLocation(
                        latitude: values.latitude ?? 0, longitude: values.longitude ?? 0, altitude: values.altitude,
                        horizontalAccuracy: values.accuracy))
            }
            if index % 3 != 1 { values.caption = captions[index % captions.count] }
            values.keywords = words.filter { _ in Bool.random(using: &generator) }
            values.rating = index % 6 == 0 ? nil : index % 6
            values.isFavorite = index % 2 == 1
            change.caption = values.caption.map { .some($0) }
            change.keywords = values.keywords
            change.rating = values.rating
            change.isFavorite = values.isFavorite
            try temporary.commit(.change(change, assetUUID: uuid))
            expected["IMG_\(index).JPG.xmp"] = values
        }
        return expected
    }

    /// Returns a text such as `2024-05-07T09:33:04.046+08:00`.
    private static func text(of seconds: Double, offset: Int?) -> String {
        let whole = seconds.rounded(.down)
        let style = Date.ISO8601FormatStyle(timeZone: TimeZone(secondsFromGMT: offset ?? 0) ?? .gmt)
            .year().month().day().dateSeparator(.dash).dateTimeSeparator(.standard)
            .time(includingFractionalSeconds: false).timeSeparator(.colon)
        var text = Date(timeIntervalSinceReferenceDate: whole).formatted(style)
        let milliseconds = Int(((seconds - whole) * 1000).rounded())
        if milliseconds > 0 { text += String(format: ".%03d", milliseconds) }
        guard let offset else { return text }
        let minutes = abs(offset) / 60
        return text + String(format: "%@%02d:%02d", offset < 0 ? "-" : "+", minutes / 60, minutes % 60)
    }

    private static func isMissing(_ program: String) -> Bool {
        !FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
    }

    @Test(
        "exiftool reads the library's values from 50 sidecars",
        .disabled(if: isMissing("exiftool"), "Install script/test-packages."))
    func exiftool() throws {
        let expected = try addPhotos()
        #expect(try export().summary == ExportSummary(assets: 50, exported: 50, present: 0, failed: 0, sidecars: 50))
        let outcome = try ProgramRun.run(
            URL(fileURLWithPath: "/usr/bin/exiftool"),
            ["-json", "-n", "-struct", "-charset", "utf8", "-ext", "xmp", target.path],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        let list = try JSONSerialization.jsonObject(with: outcome.outputData)
        let objects = try #require(list as? [[String: Any]])
        #expect(objects.count == 50)
        for object in objects {
            #expect(object["Warning"] == nil && object["Error"] == nil)
            let name = try #require(object["FileName"] as? String)
            let wanted = try #require(expected[name])
            var values = Values()
            values.date = (object["DateTimeOriginal"] as? String).map(Self.date)
            #expect(object["CreateDate"] as? String == object["DateTimeOriginal"] as? String)
            #expect(object["DateCreated"] as? String == object["DateTimeOriginal"] as? String)
            values.latitude = (object["GPSLatitude"] as? NSNumber)?.doubleValue
            values.longitude = (object["GPSLongitude"] as? NSNumber)?.doubleValue
            let isBelow = (object["GPSAltitudeRef"] as? NSNumber)?.intValue == 1
            values.altitude = (object["GPSAltitude"] as? NSNumber).map { abs($0.doubleValue) * (isBelow ? -1 : 1) }
            values.accuracy = (object["GPSHPositioningError"] as? NSNumber)?.doubleValue
            values.caption = object["Description"] as? String
            values.keywords = (object["Subject"] as? [String]) ?? (object["Subject"] as? String).map { [$0] } ?? []
            values.rating = (object["Rating"] as? NSNumber)?.intValue
            values.isFavorite = (object["Favorite"] as? NSNumber)?.intValue == 1
            #expect(values.matches(wanted), "\(name): \(values), not \(wanted)")
        }
    }

    /// Returns `2024-05-07T09:33:04+08:00` for `2024:05:07 09:33:04+08:00`.
    private static func date(_ text: String) -> String {
        let day = text.prefix(10).map { $0 == ":" ? "-" : String($0) }.joined()
        return "\(day)T\(text.dropFirst(11))"
    }

    @Test(
        "exiv2 reads the library's values from 50 sidecars",
        .disabled(if: isMissing("exiv2"), "Install script/test-packages."))
    func exiv2() throws {
        let expected = try addPhotos()
        try export()
        for (name, wanted) in expected {
            let outcome = try ProgramRun.run(
                URL(fileURLWithPath: "/usr/bin/exiv2"), ["-PXkv", target.appending(path: name).path],
                environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
            #expect(outcome.error == "" || outcome.exitStatus == 0, "\(outcome.error)")
            var found: [String: String] = [:]
            var last: String?
            for line in outcome.output.split(separator: "\n", omittingEmptySubsequences: false) {
                if let match = line.wholeMatch(of: /(Xmp\.\S+)\s+(.*)/)?.output {
                    last = String(match.1)
                    found[String(match.1)] = String(match.2)
                } else if let last, !line.isEmpty {
                    found[last]? += "\n\(line)"
                }
            }
            var values = Values()
            values.date = found["Xmp.exif.DateTimeOriginal"]
            #expect(found["Xmp.xmp.CreateDate"] == values.date && found["Xmp.photoshop.DateCreated"] == values.date)
            values.latitude = found["Xmp.exif.GPSLatitude"].flatMap(Self.degrees)
            values.longitude = found["Xmp.exif.GPSLongitude"].flatMap(Self.degrees)
            let isBelow = found["Xmp.exif.GPSAltitudeRef"] == "1"
            values.altitude = found["Xmp.exif.GPSAltitude"].flatMap(Self.quotient).map { isBelow ? -$0 : $0 }
            values.accuracy = found["Xmp.exif.GPSHPositioningError"].flatMap(Self.quotient)
            values.caption = found["Xmp.dc.description"].map { String($0.trimmingPrefix("lang=\"x-default\" ")) }
            // exiv2 joins the items of a list.
            let subject = found["Xmp.dc.subject"] ?? ""
            #expect(subject == wanted.keywords.joined(separator: ", "))
            values.keywords = wanted.keywords
            values.rating = found["Xmp.xmp.Rating"].flatMap { Int($0) }
            values.isFavorite = found["Xmp.fstop.favorite"] == "1"
            #expect(values.matches(wanted), "\(name): \(values), not \(wanted)")
        }
    }

    private static func degrees(_ text: String) -> Double? {
        guard let match = text.wholeMatch(of: /(\d+),(\d+\.\d+)([NSEW])/)?.output,
            let whole = Double(match.1), let minutes = Double(match.2)
        else { return nil }
        return (whole + minutes / 60) * ("SW".contains(match.3) ? -1 : 1)
    }

    private static func quotient(_ text: String) -> Double? {
        let parts = text.split(separator: "/").compactMap { Double($0) }
        return parts.count == 2 ? parts[0] / parts[1] : nil
    }

    // MARK: Contents

    @Test("a sidecar contains only known values, and no character that XML can't contain")
    func packet() {
        var asset = AssetRecord(
            uuid: "A", mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 4, pixelHeight: 3,
            duration: 0, creationDate: nil, addedDate: Date(timeIntervalSinceReferenceDate: 0))
        let empty = String(decoding: XMPPacket(asset, MetadataRecord(), beside: nil).bytes, as: UTF8.self)
        for name in ["exif:", "dc:", "xmp:", "photoshop:", "fstop:"] { #expect(!empty.contains("<\(name)")) }
        #expect(empty.contains("rdf:about=\"\""))
        asset.creationDate = Date(timeIntervalSinceReferenceDate: .infinity)
        (asset.latitude, asset.longitude, asset.altitude) = (1, 2, .infinity)
        asset.horizontalAccuracy = -1
        var metadata = MetadataRecord()
        metadata.title = "a\u{0}b\u{1B}\u{FFFF}"
        metadata.caption = "a\r\nb"
        let text = String(decoding: XMPPacket(asset, metadata, beside: nil).bytes, as: UTF8.self)
        #expect(text.contains("a\u{FFFD}b\u{FFFD}\u{FFFD}"))
        #expect(text.contains("a&#xD;\nb"))
        #expect(!text.contains("DateTimeOriginal") && !text.contains("GPSAltitude") && !text.contains("GPSHPos"))
        #expect(text.contains("<exif:GPSLatitude>1,0.00000000N<"))
    }

    // MARK: Files

    @Test("exported files stay byte for byte, and each has a sidecar of its name")
    func names() throws {
        try temporary.add([.image("IMG_1.JPG"), raw("IMG_1.DNG"), .video("film.mov")])
        var options = ExportOptions()
        options.includesSidecars = true
        options.includesOriginals = true
        _ = try Export(from: temporary.library.owner, to: target, options: options) { _ in }
            .run(try Export.everything(in: temporary.library.owner))
        #expect(
            try folder.names(in: "out") == [
                "IMG_1.DNG", "IMG_1.DNG.xmp", "IMG_1.JPG", "IMG_1.JPG.xmp", "film.mov", "film.mov.xmp",
            ])
        for name in ["IMG_1.DNG", "IMG_1.JPG", "film.mov"] { #expect(try text(name) == name) }
        // They differ only in the digest of the file beside them.
        func lines(_ name: String) throws -> [Substring] {
            try text(name).split(separator: "\n").filter { !$0.contains("<albumen:Original ") }
        }
        #expect(try lines("IMG_1.DNG.xmp") == lines("IMG_1.JPG.xmp"))
        #expect(try text("IMG_1.DNG.xmp") != text("IMG_1.JPG.xmp"))
    }

    @Test("a second export keeps files and sidecars, and adds missing sidecars")
    func again() throws {
        try temporary.add([.image("a.jpg"), .image("b.jpg")])
        try export()
        let names = try folder.names(in: "out")
        #expect(try export().summary == ExportSummary(assets: 2, exported: 0, present: 4, failed: 0))
        try FileManager.default.removeItem(at: target.appending(path: "a.jpg.xmp"))
        #expect(try export().summary == ExportSummary(assets: 2, exported: 0, present: 3, failed: 0, sidecars: 1))
        #expect(try folder.names(in: "out") == names)
    }

    @Test("a sidecar with other contents stays and is reported, and its file isn't exported again")
    func changed() throws {
        let uuid = try #require(try temporary.add([.image("a.jpg")])[0].assetUUID)
        try export()
        let before = try text("a.jpg.xmp")
        try temporary.commit(.setFavorite(true, assetUUID: uuid))
        let (summary, events) = try export()
        #expect(summary == ExportSummary(assets: 1, exported: 0, present: 1, failed: 1))
        guard case .failed("a.jpg", uuid, let reason) = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(reason.contains("a.jpg.xmp has other contents than the library") && reason.contains("Move it away"))
        #expect(try folder.names(in: "out") == ["a.jpg", "a.jpg.xmp"])
        #expect(try text("a.jpg.xmp") == before)
    }

    @Test("a new file doesn't get the sidecar of another file")
    func foreign() throws {
        try folder.write(Data("other".utf8), to: "out/a.jpg.xmp")
        try temporary.add([.image("a.jpg")])
        #expect(try export().summary == ExportSummary(assets: 1, exported: 1, present: 0, failed: 0, sidecars: 1))
        #expect(try folder.names(in: "out") == ["a (2).jpg", "a (2).jpg.xmp", "a.jpg.xmp"])
        #expect(try text("a.jpg.xmp") == "other")
    }

    @Test("a file that can't be exported has no sidecar")
    func lost() throws {
        try temporary.add([.image("a.jpg"), .image("lost.jpg")])
        #expect(try temporary.library.blobs.remove(try BlobDigest(hashing: Data("lost.jpg".utf8))))
        #expect(try export().summary == ExportSummary(assets: 2, exported: 1, present: 0, failed: 1, sidecars: 1))
        #expect(try folder.names(in: "out") == ["a.jpg", "a.jpg.xmp"])
    }

    private func raw(_ name: String) -> Sample {
        .image(name) {
            $0.isRAW = true
            $0.uniformTypeIdentifier = "com.adobe.raw-image"
        }
    }
}
