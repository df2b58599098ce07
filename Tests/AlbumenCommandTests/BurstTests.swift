import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Bursts at the command line.
@Suite(.blocking) struct BurstTests {
    /// A library with a burst of four frames, of which the third is the key photo and the last is kept, another burst
    /// that was taken before it, and a photo of no burst.
    private func makeShelf() throws -> CommandHarness {
        let harness = try CommandHarness()
        let library = try Library(at: harness.library)
        try library.catalog.write(author: "test") { transaction in
            for number in 1...7 {
                var asset = AssetRecord(
                    uuid: "0000000\(number)-0000-4000-8000-000000000000", mediaType: .image, mediaSubtypes: [],
                    playbackStyle: .image,
                    pixelWidth: 400, pixelHeight: 300, duration: 0,
                    creationDate: Date(timeIntervalSinceReferenceDate: Double(number)),
                    addedDate: Date(timeIntervalSinceReferenceDate: 1000))
                asset.burstIdentifier = number == 7 ? nil : number == 1 || number == 3 ? "early" : "late"
                asset.representsBurst = number == 1 || number == 5
                asset.burstSelectionTypes = number == 1 || number == 2 ? .autoPick : number == 6 ? .userPick : []
                let identifier = try transaction.insert(asset)
                try transaction.insert(
                    ResourceRecord(
                        type: .photo, sha256: BlobDigest(repeating: UInt8(number)), fileSize: 7,
                        originalFilename: "IMG_\(number).JPG", uniformTypeIdentifier: "public.jpeg", pixelWidth: 4,
                        pixelHeight: 3), intoAsset: identifier)
            }
        }
        try library.catalog.close()
        return harness
    }

    @Test func `all frames are listed by burst, with the key photo and kept frames`() throws {
        let shelf = try makeShelf()
        // What PhotoKit would fetch: key photos, and what is kept.
        #expect(try shelf.run("list").outputLines.map { $0.prefix(8).suffix(1) } == ["1", "5", "6", "7"])
        let lines = try shelf.run("list", "--bursts").outputLines
        #expect(lines.map { $0.prefix(8).suffix(1) } == ["1", "3", "2", "4", "5", "6"])
        #expect(lines[0].hasSuffix("IMG_1.JPG  [burst, key photo]"))
        #expect(lines[3].hasSuffix("IMG_4.JPG  [burst]"))
        #expect(lines[4].hasSuffix("IMG_5.JPG  [burst, key photo]"))
        #expect(lines[5].hasSuffix("IMG_6.JPG  [burst, kept]"))
    }

    @Test func `JSON contains the choices of the library and the user`() throws {
        let objects = try makeShelf().run("list", "--bursts", "--json").objects()
        #expect(objects.count == 6)
        for object in objects {
            #expect(Set(object.keys) == ListTests.keys.union(["burstSelectionTypes", "representsBurst"]))
        }
        #expect(objects[0]["burstSelectionTypes"] == ["autoPick"])
        #expect(objects[4]["representsBurst"] == true)
        #expect(objects[5]["burstSelectionTypes"] == ["userPick"])
    }

    @Test func `info lists all frames of a burst`() throws {
        let shelf = try makeShelf()
        let lines = try shelf.run("info", "00000004").outputLines
        #expect(lines.contains("  burst        late, frame 2 of 4"))
        let frames = lines.filter { $0.hasPrefix("  frame ") }
        #expect(frames.count == 4)
        #expect(frames[2] == "  frame 3: 00000005-0000-4000-8000-000000000000  IMG_5.JPG  [key photo]")
        #expect(frames[3].hasSuffix("IMG_6.JPG  [kept]"))
        let object = try #require(try shelf.run("info", "00000004", "--json").objects().first)
        let documents = try #require(object["metadata"]?.object?["burstFrames"]?.list)
        let names = documents.compactMap { $0.object?["originalFilename"]?.text }
        #expect(names == ["IMG_2.JPG", "IMG_4.JPG", "IMG_5.JPG", "IMG_6.JPG"])
        let single = try shelf.run("info", "00000007", "--json").objects().first
        #expect(single?["metadata"]?.object?["burstFrames"] == nil)
    }

    @Test func `deleting a frame reports how many stay`() throws {
        let shelf = try makeShelf()
        let outcome = try shelf.run("delete", "00000005", "--yes")
        #expect(
            outcome.output.hasPrefix(
                "Moved 1 item to Recently Deleted. "
                    + "3 other frames of 1 burst stay in the library (albumen list --bursts)."
            ))
        #expect(try shelf.run("delete", "00000007", "--yes").output.contains("frame") == false)
    }

    @Test func `entire bursts cannot be combined with limit, order or album`() throws {
        for option in [["--limit", "2"], ["--sort", "duration"], ["--album", "May"]] {
            let outcome = try makeShelf().run(["list", "--bursts"] + option)
            #expect(outcome.exitStatus == 2)
            #expect(outcome.error.contains("--bursts lists whole bursts"))
        }
    }
}
