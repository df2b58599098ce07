import AlbumenTestSupport
import BlobStore
import Foundation
import HTTPTypes
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Downloads of the originals of several assets.
@Suite struct DownloadRouteTests {
    @Test func `an archive has all originals under unique names that all systems take`() async throws {
        try await GalleryFixture.serve { gallery in
            var still = try TemporaryLibrary.Sample.photograph("IMG_1.JPG")
            var moving = TemporaryLibrary.Sample.movie("IMG_1.MOV")
            (still.probe.contentIdentifier, moving.probe.contentIdentifier) = ("pair", "pair")
            still.probe.captureDate = MediaProbe.CaptureDate(
                secondsSinceReferenceDate: 736_738_384, utcOffsetInSeconds: 28_800, source: .exifOriginal)
            moving.probe.captureDate = still.probe.captureDate
            let live = try #require(try gallery.temporary.add([still, moving])[0].assetUUID)
            var other = TemporaryLibrary.Sample.image("img_1.jpg")
            other.folder = "/other"
            let names = ["CON.jpg", "a:b?.jpg", "../../etc/passwd", "Füße 照片.jpg", ".hidden.jpg"]
            let others = [other] + names.map { TemporaryLibrary.Sample.image($0) }
            let assets = try [live] + others.map { try gallery.add($0) }
            let prepared = try await prepare(assets, gallery, title: "Lake: 1/2")
            #expect(prepared.filename == "Lake_ 1_2.zip")
            #expect(prepared.files == assets.count + 1)
            let answer = try await gallery.respond(prepared.address)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/zip")
            #expect(answer.headers[.contentLength] == String(answer.body.count))
            #expect(prepared.bytes == answer.body.count)
            #expect(answer.headers[.contentDisposition]?.contains("Lake_ 1_2.zip") == true)
            let folder = try TemporaryFolder()
            let archive = try folder.write(answer.body, to: "a.zip")
            let test = try ProgramRun.run(URL(filePath: "/usr/bin/unzip"), ["-t", archive.path])
            #expect(test.exitStatus == 0, "\(test.output)\(test.error)")
            let listed = try ProgramRun.run(
                URL(filePath: "/usr/bin/python3"),
                [
                    "-c",
                    """
                    import hashlib, sys, zipfile
                    archive = zipfile.ZipFile(sys.argv[1])
                    for entry in archive.infolist():
                        print(entry.filename, *entry.date_time[:5], hashlib.sha256(archive.read(entry)).hexdigest())
                    """, archive.path,
                ], environment: ["PYTHONUTF8": "1"]
            ).outputLines
            #expect(listed.count == assets.count + 1)
            let found = listed.map { $0.split(separator: " 2").first.map(String.init) ?? "" }
            #expect(
                found == [
                    "IMG_1.JPG", "IMG_1.MOV", "img_1 (2).jpg", "_CON.jpg", "a_b_.jpg", "_.._etc_passwd",
                    "Füße 照片.jpg", "hidden.jpg",
                ])
            #expect(listed[0].contains(" 2024 5 7 9 33 \(try BlobDigest(hashing: still.bytes).hexadecimal)"))
            #expect(listed[1].hasSuffix(try BlobDigest(hashing: moving.bytes).hexadecimal))
        }
    }

    @Test func `a single original is downloaded as it is`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            let prepared = try await prepare([asset], gallery)
            #expect(prepared.address == "/api/assets/\(asset)/originals/photo")
            #expect(prepared.filename == "a.jpg")
            let answer = try await gallery.respond(prepared.address)
            #expect(answer.body.count == prepared.bytes)
        }
    }

    @Test func `an address works once, in its session, and HEAD doesn't use it up`() async throws {
        try await GalleryFixture.serve { gallery in
            let assets = try gallery.addDays(2)
            let prepared = try await prepare(assets, gallery)
            let head = try await gallery.respond(.head, prepared.address)
            #expect(head.status == 200)
            #expect(try await gallery.respond(prepared.address, as: .nobody).status == 401)
            let cookie = try #require(try await gallery.respond(gallery.link(), as: .nobody).cookie?.value)
            let other = try await gallery.respond(
                prepared.address, as: .nobody, headers: [.cookie: "\(gallery.cookieName)=\(cookie)"])
            #expect(other.status == 410)
            #expect(try await gallery.respond(prepared.address).status == 200)
            let again = try await gallery.respond(prepared.address)
            #expect(again.status == 410)
            #expect(again.refusal?.code == "downloadGone")
        }
    }

    @Test func `an address expires, and the oldest of many becomes invalid`() async throws {
        let clock = TestClock()
        try await GalleryFixture.open { gallery in
            let archive = try DownloadArchive(of: gallery.addDays(1), in: gallery.library.owner)
            let downloads = PreparedDownloads(now: clock.now)
            func keep() throws -> String {
                try downloads.keep(.init(archive: archive, filename: "a.zip"), for: .session(1))
            }
            let old = try keep()
            clock.advance(by: PreparedDownloads.lifetime)
            #expect(try downloads.find(old, of: .session(1), uses: false) == nil)
            let secrets = try (0...PreparedDownloads.limit).map { _ in try keep() }
            #expect(try downloads.find(secrets[0], of: .session(1), uses: false) == nil)
            #expect(try downloads.find(secrets[1], of: .session(2), uses: true) == nil)
            #expect(try downloads.find(secrets[1], of: .client("app"), uses: true) == nil)
            #expect(try downloads.find(secrets[1], of: .session(1), uses: true) != nil)
            #expect(try downloads.find(secrets[1], of: .session(1), uses: true) == nil)
        }
    }

    @Test func `a missing asset or original refuses the download`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            let unknown = UUID().uuidString
            let missing = try await post([assets[0], unknown], gallery)
            #expect(missing.status == 404)
            #expect(missing.refusal?.message.contains(unknown) == true)
            try gallery.loseBytes(of: assets[1])
            let lost = try await post(assets, gallery)
            #expect(lost.status == 404)
            #expect(lost.refusal?.code == "missingBytes")
            #expect(lost.refusal?.message.contains("day-1.jpg") == true)
        }
    }

    /// The browser sees that the download failed, because it received fewer bytes than announced.
    @Test(arguments: [true, false])
    func `a download ends before its end if an original is lost or damaged meanwhile`(isLost: Bool) async throws {
        try await GalleryFixture.serve { gallery in
            let assets = try gallery.addDays(3)
            let prepared = try await prepare(assets, gallery)
            if isLost {
                try gallery.loseBytes(of: assets[2])
            } else {
                let digest = try gallery.source(assets[2]).digest
                let path = gallery.library.owner.originalURL(digest).path(percentEncoded: false)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
                try Data("DAY-2.jpg".utf8).write(to: URL(filePath: path))
            }
            await #expect(throws: (any Error).self) { try await gallery.respond(prepared.address) }
            // The server still answers other requests.
            #expect(try await gallery.respond("/api/collections").status == 200)
        }
    }

    @Test func `a client's downloads end its own first, and never the owner's or another client's`() async throws {
        try await GalleryFixture.serve { gallery in
            let assets = try gallery.addDays(2)
            func prepare(as token: String) async throws -> Prepared {
                let list = assets.map { "\"\($0)\"" }.joined(separator: ",")
                return try await gallery.ask(.post, "/api/downloads", "{\"assets\": [\(list)]}", token: token).decoded()
            }
            func status(_ download: Prepared, _ token: String) async throws -> Int {
                try await gallery.ask(.get, download.address, token: token).status
            }
            let (first, second) = (try gallery.token(of: "first", .full), try gallery.token(of: "second", .full))
            let owners = try await self.prepare(assets, gallery)
            let others = try await prepare(as: second)
            var downloads: [Prepared] = []
            for _ in 0..<9 { downloads.append(try await prepare(as: first)) }
            #expect(try await gallery.respond(owners.address).status == 200)
            #expect(try await status(others, second) == 200)
            var kept: [Int] = []
            for download in downloads { kept.append(try await status(download, first)) }
            #expect(kept == [410, 410, 410, 410, 410, 200, 200, 200, 200])
        }
    }

    @Test func `many clients' downloads end those of the client with the most`() async throws {
        try await GalleryFixture.serve { gallery in
            let assets = try gallery.addDays(2)
            let list = assets.map { "\"\($0)\"" }.joined(separator: ",")
            let body = "{\"assets\": [\(list)]}"
            let owners = try await prepare(assets, gallery)
            let tokens = try (0..<6).map { try gallery.token(of: "app \($0)", .full) }
            let single: Prepared = try await gallery.ask(.post, "/api/downloads", body, token: tokens[0]).decoded()
            for token in tokens.dropFirst() {
                for _ in 0..<PreparedDownloads.clientLimit {
                    #expect(try await gallery.ask(.post, "/api/downloads", body, token: token).status == 200)
                }
            }
            #expect(try await gallery.ask(.get, single.address, token: tokens[0]).status == 200)
            #expect(try await gallery.respond(owners.address).status == 200)
        }
    }

    @Test func `many equal names are numbered in linear time`() throws {
        var names = ArchiveNames()
        let name = ExportName(original: "IMG_1.JPG", uniformTypeIdentifier: "public.jpeg", assetUUID: "")
        let taken = (0..<50_000).map { _ in names.take([name])[0] }
        #expect(Set(taken).count == 50_000)
        #expect(taken.last == "IMG_1 (50000).JPG")
    }

    // MARK: Parts

    private struct Prepared: Decodable {
        let address: String
        let filename: String
        let files: Int
        let bytes: Int
    }

    private func post(_ assets: [String], _ gallery: GalleryFixture, title: String? = nil) async throws -> Answer {
        let list = assets.map { "\"\($0)\"" }.joined(separator: ",")
        let more = title.map { ", \"title\": \"\($0)\"" } ?? ""
        return try await gallery.change(.post, "/api/downloads", "{\"assets\": [\(list)]\(more)}")
    }

    private func prepare(_ assets: [String], _ gallery: GalleryFixture, title: String? = nil) async throws -> Prepared {
        let answer = try await post(assets, gallery, title: title)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.decoded()
    }
}
