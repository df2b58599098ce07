import AlbumenTestSupport
import Foundation
import SystemCalls
import SystemPackage
import Testing

/// Exports of Google Photos, brought over by the program (imports 2, 7).
@Suite(.blocking)
struct TakeoutImportTests {
    private static let rounds = TestLength.isLong ? 40 : 2
    /// 2019-07-01 17:33:20 UTC.
    private static let moment = 1_562_002_400

    @Test(arguments: ["folder", "zip", "tgz", "split"])
    func `facts, albums and edits come over, and a second run changes nothing`(form: String) throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        let path = try Self.packed(form, harness)
        let dry = try Self.table(harness.run("import", "--dry-run", "--json", path).objects())
        #expect(try harness.run("list").outputLines.isEmpty)
        let first = try harness.run("import", "--json", "--archived", "keyword=Archive", path)
        #expect(first.exitStatus == 0, "\(first.error)")
        let table = try Self.table(first.objects())
        #expect(table["created"] == 6 && dry["created"] == 6)
        let end = ["folder": "Takeout/Google Photos", "split": "/parts"][form] ?? path
        #expect(table["path"]?.text?.hasSuffix(end) == true)

        let assets = try Self.assets(harness)
        #expect(assets.keys.sorted() == ["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg", "IMG_4.jpg", "IMG_5.jpg", "IMG_6.jpg"])
        // The file's local time, an hour and two before the moment in UTC.
        #expect(assets["IMG_1.jpg"]?["localDateTime"]?.text?.hasPrefix("2019-07-01T19:33:20") == true)
        #expect(assets["IMG_1.jpg"]?["dateSource"] == "exifOriginal")
        #expect(assets["IMG_1.jpg"]?["isFavorite"] == true)
        #expect(assets["IMG_1.jpg"]?["caption"] == "first")
        #expect(
            assets["IMG_1.jpg"]?["resources"]?.list?.compactMap { $0.object?["type"]?.text }
                == ["photo", "fullSizePhoto", "adjustmentData"])
        // The user changed the date in Google Photos.
        #expect(assets["IMG_2.jpg"]?["creationDate"] == "2001-09-09T01:46:40Z")
        // The file has no date.
        #expect(assets["IMG_3.jpg"]?["creationDate"] == "2019-07-01T17:33:20Z")
        #expect(assets["IMG_4.jpg"]?["keywords"] == ["Archive"])
        let albums = try harness.run("albums", "--json").objects()
        let trip = try #require(albums.first { $0["title"] == "Nordsee" })
        #expect(trip["count"] == 2)

        let change = try harness.run("changes").outputLines.count
        let second = try harness.run("import", "--json", "--archived", "keyword=Archive", path)
        #expect(second.exitStatus == 0)
        let again = try Self.table(second.objects())
        #expect(again["created"] == 0 && again["updated"] == 0)
        #expect(again["facts"] == table["facts"])
        #expect(try harness.run("changes").outputLines.count == change)
        #expect(try harness.run("verify").exitStatus == 0)
    }

    @Test func `each form gives the same library`() throws {
        var libraries: [[String: [String: JSONValue]]] = []
        for form in ["folder", "zip", "tgz", "split"] {
            let harness = try CommandHarness()
            try Self.writeExport(in: harness)
            #expect(try harness.run("import", Self.packed(form, harness)).exitStatus == 0)
            let keys: Set = ["caption", "creationDate", "dateSource", "isFavorite"]
            libraries.append(
                try Self.assets(harness).mapValues { asset in asset.filter { keys.contains($0.key) } })
        }
        #expect(libraries.allSatisfy { $0.count == 6 && $0 == libraries[0] })
    }

    @Test func `other files beside the photos come in as usual`() throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        let year = "Takeout/Google Photos/Photos from 2019"
        try harness.folder.write(SampleMedia.jpeg(comment: "no extension"), to: "\(year)/noextension")
        try harness.folder.write(SampleMedia.jpeg(comment: "drive"), to: "Takeout/Drive/scan.jpg")
        try harness.folder.write(Data("text".utf8), to: "\(year)/notes.txt")
        try harness.folder.write(SampleMedia.jpeg(comment: "camera"), to: "DCIM/IMG_1.jpg")
        let outcome = try harness.run("import", ".")
        #expect(outcome.output.contains("Google Takeout: 6 new, 0 updated, 0 unchanged."), "\(outcome.output)")
        #expect(outcome.output.contains("Google's exports have no time zones"))
        #expect(try harness.run("list").outputLines.count == 9)
    }

    @Test func `photos that an import brought without their documents get the facts later`() throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        try harness.folder.makeFolder("plain")
        let photo = harness.folder.file("Takeout/Google Photos/Photos from 2019/IMG_1.jpg")
        try FileManager.default.copyItem(at: photo, to: harness.folder.file("plain/a.jpg"))
        #expect(try harness.run("import", "plain").exitStatus == 0)
        #expect(try harness.run("import", "Takeout").exitStatus == 0)
        let assets = try harness.run("list", "--json").objects()
        #expect(assets.count == 6)
        #expect(assets.first { $0["caption"] == "first" }?["isFavorite"] == true)
    }

    @Test func `what changes in a later export is brought over, unless it was changed here`() throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        #expect(try harness.run("import", "Takeout").exitStatus == 0)
        let identifier = try #require(Self.assets(harness)["IMG_3.jpg"]?["localIdentifier"]?.text)
        #expect(try harness.run("set", "--caption", "mine", identifier).exitStatus == 0)
        try Self.writeItem(3, harness, time: Self.moment, #""description": "theirs", "favorited": true"#)
        try Self.writeItem(6, harness, time: Self.moment + 6, #""description": "new""#)
        let outcome = try harness.run("import", "--json", "Takeout")
        #expect(try Self.table(outcome.objects())["updated"] == 2, "\(outcome.output)")
        let assets = try Self.assets(harness)
        #expect(assets["IMG_3.jpg"]?["caption"] == "mine")
        #expect(assets["IMG_3.jpg"]?["isFavorite"] == true)
        #expect(assets["IMG_6.jpg"]?["caption"] == "new")
    }

    @Test func `a damaged member and a damaged archive are one line each, and the rest comes over`() throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        let path = try Self.packed("zip", harness)
        let file = harness.folder.file(path)
        var bytes = try Data(contentsOf: file)
        let photo = try Data(contentsOf: harness.folder.file("Takeout/Google Photos/Photos from 2019/IMG_3.jpg"))
        let place = try #require(bytes.firstRange(of: photo))
        bytes[place.upperBound - 3] ^= 0x10
        try bytes.write(to: file)
        try harness.folder.write(Data("PK\u{3}\u{4}".utf8), to: "parts/takeout-20240712T112341Z-002.zip")
        try FileManager.default.moveItem(at: file, to: harness.folder.file("parts/takeout-20240712T112341Z-001.zip"))
        let outcome = try harness.run("import", "--report", harness.folder.file("report.tsv").path, "parts")
        #expect(outcome.exitStatus == 3)
        #expect(outcome.errorLines.filter { $0.contains("checksum") }.count == 1, "\(outcome.error)")
        #expect(outcome.errorLines.filter { $0.contains("-002.zip") }.count == 1, "\(outcome.error)")
        #expect(try Self.assets(harness).count == 5)
        let report = try String(contentsOf: harness.folder.file("report.tsv"), encoding: .utf8)
        #expect(report.contains("takeout-20240712T112341Z-002.zip"))
        #expect(try harness.run("verify").exitStatus == 0)
    }

    @Test func `a photo stays one item if its date, its name or its part changes`() throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        let year = "Takeout/Google Photos/Photos from 2019"
        // The documents of a part that comes later.
        try FileManager.default.moveItem(
            at: harness.folder.file("\(year)/IMG_6.jpg.json"), to: harness.folder.file("later.json"))
        #expect(try harness.run("import", "Takeout").exitStatus == 0)
        #expect(try Self.assets(harness).count == 6)
        try FileManager.default.moveItem(
            at: harness.folder.file("later.json"), to: harness.folder.file("\(year)/IMG_6.jpg.json"))
        try Self.writeItem(2, harness, time: 1_100_000_000)
        let photo = try Data(contentsOf: harness.folder.file("\(year)/IMG_3.jpg"))
        try harness.folder.write(photo, to: "\(year)/copy of IMG_3.jpg")
        let outcome = try harness.run("import", "--json", "Takeout")
        #expect(try Self.table(outcome.objects())["created"] == 0)
        #expect(try harness.run("list").outputLines.count == 6)
        #expect(try Self.assets(harness)["IMG_2.jpg"]?["creationDate"] == "2004-11-09T11:33:20Z")
        let again = try Self.table(harness.run("import", "--json", "Takeout").objects())
        #expect(again["created"] == 0 && again["updated"] == 0)
    }

    @Test func `the trash comes to Recently Deleted if asked`() throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        try Self.writeItem(6, harness, time: Self.moment + 6, #""trashed": true"#)
        #expect(try harness.run("import", "Takeout").exitStatus == 0)
        #expect(try harness.run("list").outputLines.count == 5)
        for _ in 0..<2 {
            #expect(try harness.run("import", "--trashed", "Takeout").exitStatus == 0)
            #expect(try harness.run("list").outputLines.count == 5)
            #expect(try harness.run("trash", "list").outputLines.count == 1)
        }
    }

    @Test func `what only looks like an export comes in as usual`() throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        for name in ["Other/Trip", "Takeout/Drive/docs"] {
            try harness.folder.write(SampleMedia.jpeg(comment: name), to: "\(name)/x.jpg")
            try harness.folder.write(Data(#"[{"photoTakenTime": 1}]"#.utf8), to: "\(name)/data.json")
            try harness.folder.write(SampleMedia.sidecar("<dc:title>x</dc:title>"), to: "\(name)/x.jpg.xmp")
        }
        #expect(try harness.run("import", "Other").exitStatus == 0)
        #expect(try harness.run("list").outputLines.count == 1)
        #expect(try harness.run("import", ".").exitStatus == 0)
        let assets = try harness.run("list", "--json").objects()
        #expect(assets.count == 8)
        #expect(assets.filter { $0["title"] == "x" }.count == 2)
    }

    @Test func `a broken download is passed over if there is another, and what isn't of Google Photos is listed`()
        throws
    {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        try harness.folder.write(SampleMedia.jpeg(comment: "drive"), to: "Takeout/Drive/docs/x.jpg")
        // A video with the name of a photo.
        try harness.folder.write(
            SampleMedia.movie(), to: "Takeout/Google Photos/Photos from 2019/wrong.jpg")
        let path = try Self.packed("zip", harness)
        let bytes = try Data(contentsOf: harness.folder.file(path))
        try harness.folder.write(bytes.prefix(500), to: "takeout-20240712T112341Z-001(1).zip")
        try FileManager.default.removeItem(at: harness.folder.file("Takeout"))
        let report = harness.folder.file("report.tsv")
        let outcome = try harness.run("import", "--report", report.path, ".")
        #expect(outcome.exitStatus == 3)
        #expect(outcome.errorLines.contains { $0.contains("-001(1).zip") }, "\(outcome.error)")
        let assets = try harness.run("list", "--json").objects()
        #expect(assets.count == 7 && assets.contains { $0["mediaType"] == "video" })
        #expect(try String(contentsOf: report, encoding: .utf8).contains("Drive/docs"))
    }

    @Test func `a damaged archive doesn't keep out photos of other folders, whatever their names`() throws {
        let harness = try CommandHarness()
        try harness.folder.write(Data("PK".utf8), to: "in/takeout-20240712T112341Z-001.zip")
        // The same name in two forms of Unicode, beside what looks like a document.
        let names = ["\u{E9}.jpg", "e\u{301}.jpg"]
        for (number, name) in names.enumerated() {
            try harness.folder.write(SampleMedia.jpeg(comment: "\(number)"), to: "in/Trip/\(name)")
        }
        try harness.folder.write(Data(#"[{"photoTakenTime": 1}]"#.utf8), to: "in/Trip/data.json")
        let path = FilePath(harness.folder.path).appending(name: Array("in/Trip/".utf8) + [0xE9] + Array(".jpg".utf8))
        let file = try FileDescriptor.open(path, .writeOnly, options: [.create], permissions: .ownerReadWrite)
        _ = try file.closeAfter { try file.writeAll(SampleMedia.jpeg(comment: "not UTF-8")) }
        let outcome = try harness.run("import", "in")
        #expect(outcome.exitStatus == 3)
        #expect(outcome.errorLines.contains { $0.contains("-001.zip") }, "\(outcome.error)")
        #expect(try harness.run("list").outputLines.count == 3)
    }

    @Test func `an equal copy without an edit doesn't revert the edit`() throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        let year = "Takeout/Google Photos/Photos from 2019"
        let photo = try Data(contentsOf: harness.folder.file("\(year)/IMG_1.jpg"))
        for name in ["A copy.jpg", "Z copy.jpg"] { try harness.folder.write(photo, to: "\(year)/\(name)") }
        for _ in 0..<2 {
            #expect(try harness.run("import", "Takeout").exitStatus == 0)
            let assets = try harness.run("list", "--json").objects()
            #expect(assets.count == 6)
            let edited = assets.filter { asset in
                asset["resources"]?.list?.contains { $0.object?["type"] == "fullSizePhoto" } == true
            }
            #expect(edited.count == 1)
        }
    }

    @Test func `a missing part is named`() throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        let path = try Self.packed("split", harness)
        try FileManager.default.removeItem(at: harness.folder.file("parts/takeout-20240712T112341Z-002.zip"))
        let outcome = try harness.run("import", path)
        #expect(outcome.exitStatus == 3)
        #expect(outcome.error.contains("part 2 is missing"), "\(outcome.error)")
    }

    @Test func `a killed import is completed by the next one, with nothing twice`() throws {
        let whole = try CommandHarness()
        try Self.writeExport(in: whole, more: 60)
        let path = try Self.packed("zip", whole)
        let start = Date()
        #expect(try whole.run("import", path).exitStatus == 0)
        let duration = Date().timeIntervalSince(start)
        let expected = try whole.run("list").outputLines.count
        #expect(expected == 66)
        for round in 0..<Self.rounds {
            let harness = try CommandHarness()
            let archive = whole.folder.file(path).path
            let moment = Double.random(in: 0...duration)
            let run = try harness.start("import", archive)
            DispatchQueue.global().asyncAfter(deadline: .now() + moment) { run.kill(SIGKILL) }
            _ = try run.wait()
            let comment: Comment = "round \(round), killed after \(moment) s"
            #expect(try harness.run("import", archive).exitStatus == 0, comment)
            #expect(try harness.run("list").outputLines.count == expected, comment)
            #expect(try Self.albums(harness) == Self.albums(whole), comment)
            #expect(try harness.run("verify").exitStatus == 0, comment)
        }
    }

    @Test func `marks and accounts are checked`() throws {
        let harness = try CommandHarness()
        try Self.writeExport(in: harness)
        for arguments in [["--archived", "secret"], ["--partner", "album="], ["--account", ""]] {
            #expect(try harness.run(["import"] + arguments + ["Takeout"]).exitStatus == 2)
        }
        #expect(try harness.run("import", "--archived", "album=Old", "--account", "a", "Takeout").exitStatus == 0)
        #expect(try harness.run("albums", "--json").objects().contains { $0["title"] == "Old" && $0["count"] == 1 })
    }

    // MARK: Exports

    /// Writes `Takeout` with six photos of a year, two of which are in an album, too.
    private static func writeExport(in harness: CommandHarness, more: Int = 0) throws {
        let google = "Takeout/Google Photos"
        func exif(_ time: String) -> SampleMedia.Exif { SampleMedia.Exif(dateTimeOriginal: "2019:07:01 \(time)") }
        for number in 1...(6 + more) {
            let photo = SampleMedia.jpeg(
                comment: "photo \(number)", exif: number == 3 ? nil : exif("19:33:\(20 + number % 30)"))
            try harness.folder.write(
                number == 1 ? SampleMedia.jpeg(comment: "photo 1", exif: exif("19:33:20")) : photo,
                to: "\(google)/Photos from 2019/IMG_\(number).jpg")
            let time = number == 1 || number == 3 ? moment : moment + number % 30
            switch number {
            case 1: try writeItem(1, harness, time: time, #""favorited": true, "description": "first""#)
            case 2: try writeItem(2, harness, time: 1_000_000_000)
            case 4: try writeItem(4, harness, time: time, #""archived": true"#)
            default: try writeItem(number, harness, time: time)
            }
        }
        try harness.folder.write(
            SampleMedia.jpeg(comment: "edited", exif: exif("19:33:20")),
            to: "\(google)/Photos from 2019/IMG_1-edited.jpg")
        try harness.folder.write(Data(#"{"title": "Nordsee"}"#.utf8), to: "\(google)/Nordsee 2019/metadata.json")
        for number in [1, 5] {
            for name in ["IMG_\(number).jpg", "IMG_\(number).jpg.json"] {
                try harness.folder.write(
                    try Data(contentsOf: harness.folder.file("\(google)/Photos from 2019/\(name)")),
                    to: "\(google)/Nordsee 2019/\(name)")
            }
        }
    }

    private static func writeItem(
        _ number: Int, _ harness: CommandHarness, time: Int, _ more: String = ""
    ) throws {
        let rest = more.isEmpty ? "" : ", \(more)"
        let text = #"{"title": "IMG_\#(number).jpg", "photoTakenTime": {"timestamp": "\#(time)"}\#(rest)}"#
        try harness.folder.write(
            Data(text.utf8), to: "Takeout/Google Photos/Photos from 2019/IMG_\(number).jpg.json")
    }

    /// Packs the export as Google does, with another program, and returns the path to import.
    private static func packed(_ form: String, _ harness: CommandHarness) throws -> String {
        let name = "takeout-20240712T112341Z-001"
        func python(_ arguments: String...) throws {
            let outcome = try ProgramRun.run(
                URL(filePath: "/usr/bin/python3"), arguments, environment: [:], workingDirectory: harness.folder.url)
            try #require(outcome.exitStatus == 0, "\(outcome.error)")
        }
        switch form {
        case "zip":
            try python(
                "-c",
                """
                import os, zipfile
                with zipfile.ZipFile("\(name).zip", "w") as archive:
                    for folder, _, files in os.walk("Takeout"):
                        for file in files: archive.write(os.path.join(folder, file))
                """)
            return "\(name).zip"
        case "tgz":
            try python("-m", "tarfile", "-c", "\(name).tgz", "Takeout")
            return "\(name).tgz"
        case "split":
            try harness.folder.makeFolder("parts")
            try python(
                "-c",
                """
                import os, zipfile
                files = sorted(os.path.join(d, f) for d, _, fs in os.walk("Takeout") for f in fs)
                for part in range(3):
                    with zipfile.ZipFile(f"parts/takeout-20240712T112341Z-00{part + 1}.zip", "w") as archive:
                        for path in files[part::3]: archive.write(path, compress_type=zipfile.ZIP_DEFLATED)
                """)
            return "parts"
        default:
            return "Takeout"
        }
    }

    // MARK: Reading

    private static func table(_ objects: [[String: JSONValue]]) throws -> [String: JSONValue] {
        try #require(objects.last?["sources"]?.list?.first?.object)
    }

    /// The titles of albums and the numbers of their members.
    private static func albums(_ harness: CommandHarness) throws -> [[JSONValue?]] {
        try harness.run("albums", "--json").objects().filter { $0["kind"] == "album" }
            .map { [$0["title"], $0["count"]] }
    }

    private static func assets(_ harness: CommandHarness) throws -> [String: [String: JSONValue]] {
        Dictionary(
            try harness.run("list", "--json").objects().map { ($0["originalFilename"]?.text ?? "", $0) },
            uniquingKeysWith: { first, _ in first })
    }
}
