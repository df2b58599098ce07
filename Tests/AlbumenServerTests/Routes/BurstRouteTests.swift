import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// Bursts in the page (§2.5).
@Suite struct BurstRouteTests {
    @Test func `each frame of a burst can be requested`() async throws {
        try await GalleryFixture.open { gallery in
            let frames = try gallery.temporary.addBurst("burst", count: 5)
            let window = try await window(gallery)
            #expect(window.identifiers == [frames[0]])
            #expect(window.frameCounts == [5])
            // Each frame's route returns all frames.
            for frame in frames {
                let burst = try await burst(of: frame, gallery)
                #expect(burst.identifier == "burst")
                #expect(burst.key == frames[0])
                #expect(burst.window.identifiers == frames)
                #expect(burst.window.lengths == [5])
                #expect(burst.kept == Array(repeating: false, count: 5))
            }
            let part = try await burst(of: frames[0], gallery, "?from=3&count=500")
            #expect(part.window.identifiers == Array(frames[3...]))
            #expect(part.window.from == 3)
            #expect(part.window.count == 5)
            #expect(try await burst(of: frames[0], gallery, "?from=9").window.identifiers == [])
            let facts = try await gallery.respond("/api/assets/\(frames[1])").decoded(as: AssetAnswer.self).burst
            #expect(facts?.count == 5)
            #expect(facts?.representsBurst == false)
        }
    }

    @Test func `keeping frames and choosing a key photo can be undone`() async throws {
        try await GalleryFixture.open { gallery in
            let frames = try gallery.temporary.addBurst("burst", count: 5)
            let path = "/api/assets/\(frames[2])/burst"
            let first = try await gallery.change(
                .patch, path, "{\"kept\": [\"\(frames[1])\", \"\(frames[4])\"], \"key\": \"\(frames[3])\"}")
            #expect(first.status == 200)
            let changed = try first.decoded(as: ChangedBurstAnswer.self)
            #expect(changed.assets == [frames[1], frames[3], frames[4]])
            #expect(changed.former.kept == [])
            #expect(changed.former.key == nil)
            let shown = try await window(gallery)
            #expect(shown.identifiers == [frames[4], frames[3], frames[1]])
            #expect(shown.frameCounts == [0, 5, 0])
            let burst = try await burst(of: frames[0], gallery)
            #expect(burst.key == frames[3])
            #expect(burst.kept == [false, true, false, false, true])

            // A new choice replaces the old one, and the response contains the old one.
            let second = try await gallery.change(.patch, path, "{\"kept\": [\"\(frames[0])\"]}")
            let former = try second.decoded(as: ChangedBurstAnswer.self).former
            #expect(former.kept == [frames[1], frames[4]])
            #expect(former.key == frames[3])
            let third = try await gallery.change(.patch, path, "{\"kept\": [], \"key\": null}")
            #expect(third.status == 200)
            #expect(try await window(gallery).identifiers == [frames[0]])
        }
    }

    @Test func `a frame of another burst prevents the change`() async throws {
        try await GalleryFixture.open { gallery in
            let frames = try gallery.temporary.addBurst("burst", count: 2)
            let stranger = try gallery.temporary.addBurst("other", count: 2, from: 90_000)[0]
            let version = try gallery.version()
            for body in ["{\"kept\": [\"\(frames[1])\", \"\(stranger)\"]}", "{\"key\": \"\(stranger)\"}"] {
                let answer = try await gallery.change(.patch, "/api/assets/\(frames[0])/burst", body)
                #expect(answer.status == 404)
                #expect(answer.refusal?.message.contains(stranger) == true)
            }
            #expect(try gallery.version() == version)
        }
    }

    @Test func `a stack that loses a frame changes the timeline`() async throws {
        try await GalleryFixture.open { gallery in
            let frames = try gallery.temporary.addBurst("burst", count: 3)
            let before = try await window(gallery)
            try gallery.temporary.commit(.trash(assetUUID: frames[2]))
            let timeline = try await gallery.respond("/api/collections/\(AlbumIdentifier.recents)/timeline?count=9")
                .decoded(as: TimelineAnswer.self)
            #expect(timeline.version != before.version)
            #expect(timeline.window?.frameCounts == [2])
        }
    }

    @Test func `the frames that would stay are reported before a deletion`() async throws {
        try await GalleryFixture.open { gallery in
            let frames = try gallery.temporary.addBurst("burst", count: 4)
            let single = try gallery.addDays(1)[0]
            let answer = try await gallery.change(
                .post, "/api/bursts/frames",
                "{\"assets\": [\"\(frames[0])\", \"\(single)\", \"\(UUID().uuidString)\"]}"
            ).decoded(as: FramesAnswer.self)
            #expect(answer.bursts == 1)
            #expect(answer.frames == Array(frames[1...]))
        }
    }

    private func window(_ gallery: GalleryFixture) async throws -> WindowAnswer {
        try await gallery.respond(
            "/api/collections/\(AlbumIdentifier.recents)/timeline/\(gallery.version())?count=500"
        ).decoded(as: WindowAnswer.self)
    }

    private func burst(of frame: String, _ gallery: GalleryFixture, _ query: String = "") async throws -> BurstAnswer {
        try await gallery.respond("/api/assets/\(frame)/burst\(query)").decoded(as: BurstAnswer.self)
    }
}
