import AlbumenTestSupport
import Foundation
import ImageIO
import Pixels
import Testing

/// Files that end early or have unusual sizes.
@Suite struct TruncatedFileTests {
    static let types = ImageFixtures.types + ["com.compuserve.gif"]

    private func file(_ type: String) throws -> Data {
        let picture = SampleBitmap.gradient(width: 24, height: 16)
        if type != "com.compuserve.gif" { return try ImageFixtures.recoded(PNGCodec.encode(picture), as: type) }
        return try ImageFixtures.animation(type, [picture, picture], key: "{GIF}", delays: [0.1, 0.1], loopCount: 0)
    }

    /// Up to 40 lengths, and all of the last bytes.
    private func lengths(_ data: Data) -> [Int] {
        Array(stride(from: 0, to: data.count, by: max(1, data.count / 40))) + Array((data.count - 4)..<data.count)
    }

    @Test(arguments: types)
    func `an incremental source knows more with each byte`(type: String) throws {
        let data = try file(type)
        let source = CGImageSourceCreateIncremental(nil)
        var last = CGImageSourceStatus.statusReadingHeader
        for length in lengths(data).sorted() {
            CGImageSourceUpdateData(source, data.prefix(length) as CFData, false)
            let status = CGImageSourceGetStatus(source)
            #expect([.statusReadingHeader, .statusIncomplete].contains(status), "\(length) bytes")
            #expect(status.rawValue >= last.rawValue, "\(length) bytes")
            #expect((CGImageSourceGetCount(source) > 0) == (status == .statusIncomplete), "\(length) bytes")
            #expect(CGImageSourceGetStatusAtIndex(source, 0) == status, "\(length) bytes")
            last = status
        }
        CGImageSourceUpdateData(source, data as CFData, true)
        #expect(CGImageSourceGetStatus(source) == .statusComplete)
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(image.width == 24 && image.height == 16)
    }

    @Test(arguments: types)
    func `a truncated file has a state and perhaps an image`(type: String) throws {
        let data = try file(type)
        let sound = try ImageFixtures.source(data)
        #expect(CGImageSourceGetStatus(sound) == .statusComplete)
        let whole = try #require(CGImageSourceCreateImageAtIndex(sound, 0, nil)).bitmap
        // PNG's last chunk contains nothing.
        for length in lengths(data.dropLast(12)) {
            let source = try ImageFixtures.source(data.prefix(length))
            let status = CGImageSourceGetStatus(source)
            if status == .statusComplete, type == "public.tiff" {
                // The end of the file is an unused directory.
                let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil), "\(length) bytes")
                #expect(image.bitmap.meanDifference(from: whole) == 0, "\(length) bytes")
                continue
            }
            #expect(status.rawValue < CGImageSourceStatus.statusIncomplete.rawValue, "\(length) bytes: \(status)")
            let count = CGImageSourceGetCount(source)
            #expect((count > 0) == (status == .statusUnexpectedEOF), "\(length) bytes: \(status)")
            #expect((CGImageSourceCopyPropertiesAtIndex(source, 0, nil) != nil) == (count > 0))
            if let image = CGImageSourceCreateImageAtIndex(source, 0, nil) {
                #expect(image.width == 24 && image.height == 16)
            }
        }
    }

    /// A GIF of one black pixel per frame.
    private func gif(width: Int, height: Int, frames: Int) -> Data {
        func short(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
        var bytes = Array("GIF89a".utf8) + short(width) + short(height)
        bytes += [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        for _ in 0..<frames {
            bytes += [0x21, 0xF9, 4, 0, 5, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
        }
        return Data(bytes + [0x3B])
    }

    @Test func `an animation of thousands of frames is described, and its last frame is decoded`() throws {
        let source = try ImageFixtures.source(gif(width: 1, height: 1, frames: 4000))
        #expect(CGImageSourceGetCount(source) == 4000)
        let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 3999, nil) as? [String: Any])
        #expect((properties["{GIF}"] as? [String: Any])?["DelayTime"] as? Double == 0.05)
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 3999, nil))
        #expect(image.width == 1 && image.bitmap.colour(x: 0, y: 0).red == 0)
        #expect(CGImageSourceGetCount(try ImageFixtures.source(gif(width: 1, height: 1, frames: 5000))) == 4096)
    }

    @Test func `an animation on a huge canvas has no images that don't fit in memory`() throws {
        let source = try ImageFixtures.source(gif(width: 65_535, height: 65_535, frames: 3))
        #expect(CGImageSourceCreateImageAtIndex(source, 2, nil) == nil)
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 2, nil) == nil)
        // The next file finds a worker.
        let sound = try ImageFixtures.source(gif(width: 1, height: 1, frames: 1))
        #expect(CGImageSourceCreateImageAtIndex(sound, 0, nil) != nil)
    }

    @Test func `a destination with too many frames or pixels fails`() throws {
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "com.compuserve.gif", 4097, nil))
        let pixel = CGImage(SampleBitmap.plain(width: 1, height: 1, red: 9))
        for _ in 0..<4097 { CGImageDestinationAddImage(destination, pixel, nil) }
        #expect(!CGImageDestinationFinalize(destination) && data.length == 0)
    }
}
