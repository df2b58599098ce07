import AlbumenTestSupport
import BlobStore
import Foundation
import HTTPTypes
import MediaRequests
import MediaWork
import Pixels
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Parts of videos and their frames as responses.
@Suite(.enabled(if: SampleClip.canBeMade, Comment(rawValue: SampleClip.absence))) struct MoviePartRouteTests {
    /// Imports a clip. Returns its UUID.
    private func add(
        _ clip: SampleClip, to gallery: GalleryFixture, seconds: Int = 6, cutTo share: Double = 1
    ) throws -> String {
        let folder = try TemporaryFolder()
        let file = try #require(try clip.make(in: folder, seconds: seconds))
        if share < 1 {
            let bytes = try Data(contentsOf: file)
            try bytes.prefix(Int(Double(bytes.count) * share)).write(to: file)
        }
        try gallery.temporary.importPaths([file.path])
        return try #require(try gallery.library.owner.assets(uuidPrefix: "", limit: 1).first?.uuid)
    }

    private func parts(_ uuid: String, _ gallery: GalleryFixture) async throws -> MoviePartsAnswer {
        let asset = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
        let answer = try await gallery.respond(try #require(asset.video).parts)
        #expect(answer.status == 200)
        return try answer.decoded()
    }

    @Test func `the parts of a video come one by one`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try add(SampleClip.all[0], to: gallery)
            let parts = try await parts(uuid, gallery)
            #expect(parts.type == "video/mp4; codecs=\"avc1.64002a, mp4a.40.2\"")
            #expect(parts.count == 6 && parts.partDuration == 4)
            #expect(parts.firstPartDurations == [0.25, 0.25, 0.5, 1, 2])
            #expect(abs(parts.duration - 6) < 0.1)
            #expect(parts.forms == ["480"])
            let folder = try TemporaryFolder()
            var joined = Data()
            for number in 0..<parts.count {
                let answer = try await gallery.respond("\(parts.address)&form=480&number=\(number)")
                #expect(answer.status == 200)
                #expect(answer.headers[.contentType] == "video/mp4")
                #expect(answer.headers[.cacheControl] == "private, max-age=3600, immutable")
                joined += answer.body
            }
            let file = try folder.write(joined, to: "joined.mp4")
            #expect(try SampleClip.packets(of: file, stream: "v").count == 150)
        }
    }

    @Test func `a part is stored once, and is the same at each request`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try add(SampleClip.all[0], to: gallery)
            let address = "\(try await parts(uuid, gallery).address)&form=480&number=1"
            let first = try await gallery.respond(address)
            let second = try await gallery.respond(address)
            #expect(first.body == second.body)
            let tag = try #require(first.headers[.eTag])
            #expect(try await gallery.respond(address, headers: [.ifNoneMatch: tag]).status == 304)
            let names = try storedParts(gallery)
            #expect(names.count == 1 && names[0].hasSuffix("-480-1.mp4"))
            let modes = try FileManager.default.attributesOfItem(
                atPath: gallery.library.folder.appending(path: "parts").path)
            #expect(modes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func `a purge deletes the parts`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try add(SampleClip.all[0], to: gallery)
            let address = try await parts(uuid, gallery).address
            #expect(try await gallery.respond("\(address)&form=480").status == 200)
            #expect(try storedParts(gallery).count == 1)
            try gallery.temporary.commit(.trash(assetUUID: uuid))
            #expect(try await gallery.respond("\(address)&form=480").status == 200, "It's in Recently Deleted.")
            #expect(
                try await gallery.change(.post, "/api/trash/purge", "{\"assets\": [\"\(uuid)\"]}").status == 200)
            #expect(try storedParts(gallery).isEmpty)
            #expect(try await gallery.respond("\(address)&form=480").status == 404)
        }
    }

    @Test(arguments: [
        "form=481", "form=", "number=0", "form=480&number=-1", "form=480&number=x", "form=copy&number=43201",
    ])
    func `an invalid form or number is refused`(query: String) async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.movie("a.mov"))
            let answer = try await gallery.respond("/api/assets/\(uuid)/video/part?\(query)")
            #expect(answer.status == 400)
            #expect(answer.refusal?.code == "badRequest")
        }
    }

    @Test func `a missing part, a photo and a lost original are not found`() async throws {
        try await GalleryFixture.serve { gallery in
            let movie = try gallery.add(.movie("a.mov"))
            let base = "/api/assets/\(movie)/video"
            #expect(try await gallery.respond("\(base)/part?form=480&number=9").refusal?.code == "notFound")
            let photo = try gallery.add(.photograph("a.jpg"))
            for form in ["parts", "part?form=480", "frames"] {
                #expect(try await gallery.respond("/api/assets/\(photo)/video/\(form)").status == 404)
            }
            try gallery.loseBytes(of: movie)
            for form in ["part?form=720", "frames"] {
                let answer = try await gallery.respond("\(base)/\(form)")
                #expect(answer.status == 404)
                #expect(answer.refusal?.code == "missingBytes")
            }
        }
    }

    @Test func `a truncated video has its first parts and then an error`() async throws {
        try await GalleryFixture.serve { gallery in
            // The index of an AVI file is at its end, so the cut is in the middle of the frames.
            let clip = try #require(SampleClip.all.first { $0.description == "MPEG-2" })
            let uuid = try add(clip, to: gallery, seconds: 9, cutTo: 0.6)
            let parts = try await parts(uuid, gallery)
            let statuses = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                for number in 0..<parts.count {
                    group.addTask {
                        (number, try await gallery.respond("\(parts.address)&form=480&number=\(number)").status)
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            #expect(statuses[0] == 200)
            #expect(statuses.values.allSatisfy { [200, 422].contains($0) })
        }
    }

    @Test func `a list without copied packets has the forms of encoded frames`() async throws {
        try await GalleryFixture.serve { gallery in
            let clip = try #require(SampleClip.all.first { $0.isCopied })
            let uuid = try add(clip, to: gallery)
            let copied = try await parts(uuid, gallery)
            #expect(copied.forms == ["copy"] && copied.firstPartDurations == [] && copied.count == 2)
            let address = "/api/assets/\(uuid)/video/parts?packets="
            let encoded = try await gallery.respond(address + "encoded").decoded(as: MoviePartsAnswer.self)
            #expect(encoded.forms == ["480"] && encoded.count == 6)
            #expect(encoded.type == "video/mp4; codecs=\"avc1.64002a, mp4a.40.2\"")
            #expect(try await gallery.respond("\(encoded.address)&form=480&number=5").status == 200)
            #expect(try await gallery.respond(address + "any").decoded(as: MoviePartsAnswer.self).forms == ["copy"])
            #expect(try await gallery.respond(address + "all").status == 400)
        }
    }

    @Test func `a disconnected browser cancels the work`() async throws {
        try await GalleryFixture.serve { gallery in
            let folder = try TemporaryFolder()
            let file = folder.file("long.mov")
            #expect(
                try SampleClip.encode([
                    "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30:duration=8", "-c:v", "mjpeg", file.path,
                ]))
            try gallery.temporary.importPaths([file.path])
            let uuid = try #require(try gallery.library.owner.assets(uuidPrefix: "", limit: 1).first?.uuid)
            let path = "\(try await parts(uuid, gallery).address)&form=720&number=5"
            let asking = Task { try await gallery.respond(path) }
            let stopped = try await stopWorker(of: gallery)
            asking.cancel()
            _ = await asking.result
            #expect(!stopped.isEmpty)
            // The only worker for videos is free again.
            let small = try gallery.add(.movie("small.mov"))
            #expect(try await gallery.respond("/api/assets/\(small)/video/part?form=480").status == 200)
            #expect(!stopped.contains(where: WorkerProcesses.isRunning))
            #expect(try storedParts(gallery).count == 1)
        }
    }

    @Test func `the frames of any video are one picture`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try add(SampleClip.all[0], to: gallery, seconds: 2)
            let asset = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
            let frames = try #require(asset.video).frames
            let answer = try await gallery.respond(frames.address)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "image/jpeg")
            let picture = try JPEGCodec.decode(answer.body)
            #expect(picture.width == 192 * frames.count && picture.height == 144)
        }
    }

    @Test(arguments: [
        (2160, ["1080", "720", "480"]), (1080, ["1080", "720", "480"]), (1000, ["1080", "720", "480"]),
        (720, ["720", "480"]), (480, ["480"]), (64, ["480"]),
    ])
    func `a video has no form with more lines than it needs`(side: Int, forms: [String]) {
        #expect(MoviePartsDocument.forms(ofShortSide: side).map(\.name) == forms)
    }

    @Test func `a high-frame-rate video has a slowed range`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(
                .video("a.mov") {
                    ($0.duration, $0.frameRate, $0.subtypes) = (10, 240, [.videoHighFrameRate])
                })
            let asset = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
            let slowed = try #require(asset.video?.slowMotion)
            #expect(slowed == AssetAnswer.Video.Slowed(start: 1, end: 9, rate: 0.125))
            let other = try gallery.add(.video("b.mov") { ($0.duration, $0.frameRate) = (10, 30) })
            let plain = try await gallery.respond("/api/assets/\(other)").decoded(as: AssetAnswer.self)
            #expect(plain.video != nil && plain.video?.slowMotion == nil)
        }
    }

    /// Stops the worker that reads an original, so that it can't finish. Waits on a thread of its own, because a busy
    /// pool of tasks could notice the worker too late.
    private func stopWorker(of gallery: GalleryFixture) async throws -> [pid_t] {
        let originals = gallery.library.folder.path
        return try await onOwnThread {
            var workers: [pid_t] = []
            try waitUntil {
                workers = WorkerProcesses.using(originals)
                return !workers.isEmpty
            }
            for worker in workers { kill(worker, SIGSTOP) }
            return workers
        }
    }

    private func storedParts(_ gallery: GalleryFixture) throws -> [String] {
        let root = gallery.library.folder.appending(path: "parts").path
        return (FileManager.default.subpaths(atPath: root) ?? []).filter { $0.hasSuffix(".mp4") }
            .map { ($0 as NSString).lastPathComponent }
    }
}

/// The list of parts, as decoded by a page.
struct MoviePartsAnswer: Decodable {
    let address: String
    let type: String
    let duration: Double
    let firstPartDurations: [Double]
    let partDuration: Double
    let count: Int
    let forms: [String]
}
