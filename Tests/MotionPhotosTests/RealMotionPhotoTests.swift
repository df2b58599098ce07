import AlbumenTestSupport
import Foundation
import MediaContainers
import Testing

@testable import MotionPhotos

/// The videos in photos by real cameras.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct RealMotionPhotoTests {
    private func find(_ url: URL) throws -> MotionPhoto? {
        try Data(contentsOf: url, options: .mappedIfSafe).withUnsafeBytes { MotionPhoto.find(in: ByteView($0)) }
    }

    @Test func `imports 4.1, 4.2: the video of a Samsung HEIC is the payload of its mpvd box`() throws {
        let photo = try #require(try find(RealMedia.folder.appending(path: "motion-photos/samsung-one-ui-6.heic")))
        #expect(photo.videoRange == 452_284..<452_284 + 3_226_469)
        #expect(photo.mark == .videoBox)
        #expect(photo.stillTime == 3)
        #expect(photo.duration.map { ($0 * 100).rounded() } == 313)
        #expect(photo.pixelSize == MotionPhoto.PixelSize(width: 1440, height: 1080))
        #expect(photo.majorBrand == "mp42")
        #expect(!photo.isQuickTime)
    }

    @Test func `imports 4.1, 4.2: the video of a Pixel JPEG ends with the file`() throws {
        let photo = try #require(
            try find(RealMedia.folder.appending(path: "motion-photos/PXL_20200710_061629144.MP.jpg")))
        #expect(photo.videoRange == 4_045_406 - 1_317_283..<4_045_406)
        #expect(photo.mark == .container)
        #expect(photo.stillTime == 0)
        #expect(photo.duration.map { ($0 * 100).rounded() } == 76)
        #expect(photo.pixelSize == MotionPhoto.PixelSize(width: 1024, height: 768))
    }

    @Test func `imports 4.1: no other file is a motion photo`() throws {
        let files = try #require(FileManager.default.enumerator(at: RealMedia.folder, includingPropertiesForKeys: nil))
        var (found, count) = ([String](), 0)
        for case let file as URL in files where !file.hasDirectoryPath {
            count += 1
            if try find(file) != nil { found.append(file.lastPathComponent) }
        }
        #expect(count > 240)
        #expect(found.sorted() == ["PXL_20200710_061629144.MP.jpg", "samsung-one-ui-6.heic"])
    }

    @Test func `imports 4.3: a cut copy of a real motion photo is a plain photo`() throws {
        for name in ["samsung-one-ui-6.heic", "PXL_20200710_061629144.MP.jpg"] {
            let data = try Data(contentsOf: RealMedia.folder.appending(path: "motion-photos/\(name)"))
            let whole = try #require(data.withUnsafeBytes { MotionPhoto.find(in: ByteView($0)) })
            for end in stride(from: 200, to: whole.videoRange.upperBound, by: 99_991) {
                #expect(data.prefix(end).withUnsafeBytes { MotionPhoto.find(in: ByteView($0)) } == nil)
            }
            #expect(
                data.prefix(whole.videoRange.upperBound - 1).withUnsafeBytes { MotionPhoto.find(in: ByteView($0)) }
                    == nil)
        }
    }

    @Test func `imports 4.1: a real video without its marks is found by the scan`() throws {
        var data = try Data(
            contentsOf: RealMedia.folder.appending(path: "motion-photos/PXL_20200710_061629144.MP.jpg"))
        let namespace = try #require(data.range(of: Data("http://ns.google.com/photos/1.0/container/\"".utf8)))
        data[namespace.lowerBound] = UInt8(ascii: "x")
        let photo = try #require(data.withUnsafeBytes { MotionPhoto.find(in: ByteView($0)) })
        #expect(photo.mark == .scan)
        #expect(photo.videoRange == 4_045_406 - 1_317_283..<4_045_406)
        #expect(photo.stillTime == 0)
    }
}
