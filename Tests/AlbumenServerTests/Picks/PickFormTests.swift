import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import HTTPTypes
import MediaRequests
import MediaWork
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// The forms in which apps get their assets.
@Suite struct PickFormTests {
    private static func heic(_ name: String) throws -> TemporaryLibrary.Sample {
        let bytes = try Data(contentsOf: RealMedia.folder.appending(path: "formats/test.heic"))
        let probe = MediaProbe(kind: .image, uniformTypeIdentifier: "public.heic", pixelWidth: 0, pixelHeight: 0)
        return TemporaryLibrary.Sample(name, probe, bytes: bytes)
    }

    @Test(.enabled(if: RealMedia.isPresent, "\(RealMedia.absence)"))
    func `a HEIC is delivered as it is, or as a JPEG (§9.6)`() async throws {
        try await GalleryFixture.serve { gallery in
            var sample = try Self.heic("IMG_1.HEIC")
            let file = gallery.temporary.folder.appending(path: "IMG_1.HEIC")
            try sample.bytes.write(to: file)
            let workers = try gallery.library.workers()
            let opened = try FileHandle(forReadingFrom: file)
            sample.probe = try workers.probe(descriptor: opened.fileDescriptor, filename: "IMG_1.HEIC")
            let photo = try gallery.add(sample)
            let current = try await PickClient(gallery)
            let item = try #require(try await current.choose([photo]).items.first)
            #expect(item.representations.map(\.type) == ["public.heic", "public.jpeg"])
            #expect(item.representations.map(\.bytes) == [sample.bytes.count, nil])
            #expect(try await current.load(item.item, "public.heic").body == sample.bytes)

            let compatible = try await PickClient(gallery, #"{"representation": "compatible"}"#)
            let converted = try #require(try await compatible.choose([photo]).items.first)
            #expect(converted.representations.map(\.name) == ["IMG_1.jpeg"])
            let answer = try await compatible.load(converted.item, "public.jpeg")
            #expect(answer.status == 200)
            #expect(answer.body.starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(answer.headers[.contentType] == "image/jpeg")
            #expect(try await compatible.load(converted.item, "public.jpeg", "/progress").text.contains("ready"))
            // Made once.
            #expect(try await compatible.load(converted.item, "public.jpeg").body == answer.body)
        }
    }

    @Test(.enabled(if: FFmpeg.isPresent, "\(FFmpeg.absenceReason)"))
    func `a compatible video has H.264 (§9.6)`() async throws {
        try await GalleryFixture.serve { gallery in
            let movie = try gallery.add(.movie("a.mov"))
            let app = try await PickClient(gallery, #"{"representation": "compatible"}"#)
            let item = try #require(try await app.choose([movie]).items.first)
            #expect(item.representations.map(\.type) == ["com.apple.quicktime-movie"])
            #expect(item.representations.map(\.bytes) == [nil])
            let answer = try await app.load(item.item, "com.apple.quicktime-movie")
            #expect(answer.status == 200)
            let file = gallery.temporary.folder.appending(path: "converted.mov")
            try answer.body.write(to: file)
            let codecs = try SampleClip.facts(
                of: file, ["-select_streams", "v", "-show_entries", "stream=codec_name"])
            #expect(codecs.split(separator: "\n") == ["codec_name=h264"])
        }
    }

    @Test func `the parts of a pair and of a Live Photo have their forms (§10.35)`() async throws {
        try await GalleryFixture.open { gallery in
            let raw = TemporaryLibrary.Sample.image("P_1.dng") {
                ($0.isRAW, $0.uniformTypeIdentifier) = (true, "com.adobe.raw-image")
            }
            let pair = try #require(
                try gallery.temporary.add([.photograph("P_1.jpg"), raw])[0].assetUUID)
            var still = try TemporaryLibrary.Sample.photograph("L_1.JPG")
            var moving = TemporaryLibrary.Sample.movie("L_1.MOV")
            (still.probe.contentIdentifier, moving.probe.contentIdentifier) = ("pair", "pair")
            let live = try #require(try gallery.temporary.add([still, moving])[0].assetUUID)
            let app = try await PickClient(gallery, #"{"limit": 0, "selection": "ordered"}"#)
            let items = try await app.choose([pair, live]).items
            #expect(items[0].representations.map(\.type) == ["com.adobe.raw-image", "public.jpeg"])
            #expect(try await app.load(items[0].item, "com.adobe.raw-image").body == raw.bytes)
            #expect(items[1].kind == "livePhoto")
            #expect(items[1].pairedVideo?.type == "com.apple.quicktime-movie")
            #expect(items[1].pairedVideo?.name == "L_1.MOV")
            #expect(try await app.load(items[1].item, "com.apple.quicktime-movie", "/paired").body == moving.bytes)
            #expect(try await app.load(items[1].item, "public.jpeg").body == still.bytes)
        }
    }

    @Test func `an edited photo is delivered as its rendering (§9.6)`() async throws {
        try await GalleryFixture.serve { gallery in
            let photo = try gallery.add(.photograph("a.jpg"))
            let saved = try await gallery.change(
                .post, "/api/assets/\(photo)/adjustments",
                #"{"recipe": {"rotation": 90}, "revision": "unedited"}"#)
            try #require(saved.status == 200, "\(saved.text)")
            let app = try await PickClient(gallery, #"{"representation": "current"}"#)
            let item = try #require(try await app.choose([photo]).items.first)
            let asset = try #require(try gallery.library.owner.asset(withUUID: photo))
            let resources = try gallery.library.owner.resources(ofAsset: asset.id) ?? []
            let rendering = try #require(resources.first { $0.type == .fullSizePhoto })
            let answer = try await app.load(item.item, "public.jpeg")
            #expect(try BlobDigest(hashing: answer.body) == rendering.sha256)
            #expect(item.name == "a")
        }
    }

    @Test(.enabled(if: ExifTool.isInstalled, "\(ExifTool.absence)"))
    func `bytes without location have no place (§10.18)`() async throws {
        try await GalleryFixture.serve { gallery in
            let bytes = SampleMedia.jpeg(exif: SampleMedia.Exif(dateTimeOriginal: nil, latitude: 47.5, longitude: 8.5))
            let probe = MediaProbe(
                kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: 64, pixelHeight: 48)
            let photo = try gallery.add(.init("placed.jpg", probe, bytes: bytes))
            for removes in [[], ["location"]] {
                let app = try await PickClient(gallery)
                let item = try #require(try await app.choose([photo], removes: removes).items.first)
                #expect(item.representations.map(\.bytes) == [removes.isEmpty ? bytes.count : nil])
                let answer = try await app.load(item.item, "public.jpeg")
                try #require(answer.status == 200, "\(answer.text)")
                let file = gallery.temporary.folder.appending(path: "answer-\(removes.count).jpg")
                try answer.body.write(to: file)
                let tags = String(decoding: try ExifTool.run("-G", "-gps:all", "-s", file.path), as: UTF8.self)
                #expect(tags.contains("GPSLatitude") == removes.isEmpty, "\(tags)")
            }
        }
    }

    @Test func `files that were made are deleted with their session`() async throws {
        let work = BlockingWork(pictureThreads: 1)
        let files = PickFiles(work: work)
        let key = PickFiles.Key(session: "a", content: .zero, type: "t", form: .jpeg, removes: [])
        let file = try await files.file(key) { folder, _ in
            let file = folder.appending(path: "file")
            try Data("made".utf8).write(to: file)
            return file
        }
        #expect(files.progress(key) { folder, _ in folder } == nil)
        files.remove("a")
        #expect(!FileManager.default.fileExists(atPath: file.path))
        files.removeAll()
        try await work.finish()
    }

    @Test func `work that nobody waits for is cancelled`() async throws {
        let work = BlockingWork(pictureThreads: 1)
        let files = PickFiles(work: work)
        let key = PickFiles.Key(session: "a", content: .zero, type: "t", form: .jpeg, removes: [])
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let ended = ChangeAlarm()
        let waiting = Task {
            try await files.file(key) { _, making in
                let cancelled = DispatchSemaphore(value: 0)
                making.cancellation.whileWaking {
                    cancelled.signal()
                } while: {
                    start.yield()
                    cancelled.wait()
                }
                ended.ring()
                throw CancellationError()
            }
        }
        for await _ in started { break }
        waiting.cancel()
        #expect(try await ended.next() != nil)
        await #expect(throws: CancellationError.self) { try await waiting.value }
        files.removeAll()
        try await work.finish()
    }
}
