import Foundation
import GRDB
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// Files within other files of a library, such as the videos of motion photos.
@Suite struct AlbumenLibraryContainerTests {
    @Test("the video within the photo of a motion photo has no file, and its Live Photo still plays or doesn't")
    func motionPhoto() throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset(1, ["isVideoPlaybackOff": 1])
        let photo = try library.addFile(1, .photo, bytes: "photo and video")
        try library.addFile(
            1, .pairedVideo, named: "IMG_1.MP4", bytes: nil,
            ["containerSha256": photo.data, "containerOffset": 10, "fileSize": 5])
        let item = try library.item()
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.differences.isEmpty)
        #expect(item.facts.playsVideo == false)
    }

    @Test("a video within the file of another asset is a range of it, unless it's here by itself")
    func otherContainer() throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1)
        let other = try library.addFile(2, .photo, bytes: "photo and video")
        let video = try library.addFile(
            1, .pairedVideo, named: "IMG_1.MP4", bytes: nil,
            ["containerSha256": other.data, "containerOffset": 10, "fileSize": 5])
        let file = try #require(try library.item().originals.last)
        #expect(file.type == .pairedVideo)
        #expect(file.path == FilePath(library.blob(other).path))
        #expect(file.member == .range(offset: 10))
        #expect(file.size == 5)
        #expect(file.sha256 == video)
        #expect(file.name == "IMG_1.MP4")
        var bytes = Data()
        try SourceFileReader().read(file) { bytes.append(contentsOf: $0) }
        #expect(bytes == Data("video".utf8))
        try library.writeBlob(video, "video")
        #expect(try library.item().originals.last?.member == nil)
        try FileManager.default.removeItem(at: library.blob(video))
        try FileManager.default.removeItem(at: library.blob(other))
        #expect(try library.item().differences.map(\.reason) == [.absent])
        try library.addPlacement(of: other)
        #expect(try library.item().differences.map(\.reason) == [.inCloud])
    }

    @Test(
        "imports, general rules: a place beyond the end of a file is unreadable",
        arguments: [(-1, 5), (11, 5), (Int64.max, 5), (1, Int64.max), (10, 0), (10, -1)] as [(Int64, Int64)])
    func containerBounds(_ offset: Int64, _ size: Int64) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1)
        let other = try library.addFile(2, .photo, bytes: "photo and video")
        try library.addFile(
            1, .pairedVideo, named: "IMG_1.MP4", bytes: nil,
            ["containerSha256": other.data, "containerOffset": offset, "fileSize": size])
        let item = try library.item()
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.differences.map(\.reason) == [.unreadable])
    }

    @Test("imports, general rules: a container whose digest is damaged is none")
    func damagedContainer() throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1)
        try library.addFile(
            1, .pairedVideo, named: "IMG_1.MP4", bytes: nil,
            ["containerSha256": Data([1, 2, 3]), "containerOffset": 0, "fileSize": 5])
        let item = try library.item()
        #expect(item.differences.map(\.fact) == [.livePhotos])
        #expect(item.differences.map(\.reason) == [.unreadable])
        #expect(item.facts.playsVideo == nil)
    }
}
