import AlbumenTestSupport
import Foundation
import ImageIO
import Pixels
import Testing

/// Animated images, frame by frame.
@Suite struct AnimationTests {
    private static let colours: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255]]

    private func frames() -> [Bitmap] {
        Self.colours.map { SampleBitmap.plain(width: 20, height: 10, red: $0[0], green: $0[1], blue: $0[2]) }
    }

    @Test(arguments: ["com.compuserve.gif", "public.png"])
    func `frames are read as they were written`(type: String) throws {
        let key = type == "public.png" ? kCGImagePropertyPNGDictionary : kCGImagePropertyGIFDictionary
        let delays = [0.05, 0.2, 1.5]
        let data = try ImageFixtures.animation(type, frames(), key: key, delays: delays, loopCount: 3)
        let source = try ImageFixtures.source(data)
        #expect(CGImageSourceGetType(source) == type && CGImageSourceGetCount(source) == 3)
        let file = try #require(CGImageSourceCopyProperties(source, nil) as? [String: Any])
        let animation = try #require(file[key] as? [String: Any])
        #expect(animation["LoopCount"] as? Int == 3 && animation["CanvasPixelWidth"] as? Int == 20)
        for (index, delay) in delays.enumerated() {
            let properties = try ImageFixtures.properties(data, at: index)
            let times = try #require(properties[key] as? [String: Any])
            #expect(abs((times["DelayTime"] as? Double ?? 0) - delay) < 1e-9)
            #expect(abs((times["UnclampedDelayTime"] as? Double ?? 0) - delay) < 1e-9)
            let image = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
            #expect(image.bitmap.meanDifference(from: frames()[index]) < 1)
        }
        #expect(CGImageSourceCreateImageAtIndex(source, 3, nil) == nil)
    }

    @Test(arguments: ["com.compuserve.gif", "public.png"], [nil, 0, 1] as [Int?])
    func `the loop count is kept`(type: String, count: Int?) throws {
        let key = type == "public.png" ? kCGImagePropertyPNGDictionary : kCGImagePropertyGIFDictionary
        let data = try ImageFixtures.animation(type, frames(), key: key, delays: [0.1, 0.1, 0.1], loopCount: count)
        let file = try #require(CGImageSourceCopyProperties(ImageFixtures.source(data), nil) as? [String: Any])
        let expected = type == "public.png" ? count ?? 1 : count
        #expect((file[key] as? [String: Any])?["LoopCount"] as? Int == expected)
    }

    @Test func `an animation is copied from its source into the other format`() throws {
        let gif = try ImageFixtures.animation(
            "com.compuserve.gif", frames(), key: kCGImagePropertyGIFDictionary, delays: [0.3, 0.4, 0.5], loopCount: 0)
        let source = try ImageFixtures.source(gif)
        let result = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(result, "public.png", 3, nil))
        for index in 0..<3 { CGImageDestinationAddImageFromSource(destination, source, index, nil) }
        try #require(CGImageDestinationFinalize(destination))
        let png = Data(bytes: result.bytes, count: result.length)
        let times = try #require(try ImageFixtures.properties(png, at: 2)["{PNG}"] as? [String: Any])
        #expect(times[kCGImagePropertyAPNGDelayTime] as? Double == 0.5)
        let image = try #require(CGImageSourceCreateImageAtIndex(ImageFixtures.source(png), 1, nil))
        #expect(image.bitmap.meanDifference(from: frames()[1]) < 1)
    }

    @Test(arguments: ["com.compuserve.gif", "public.png"])
    func `frames are the same in order and out of order`(type: String) throws {
        // Each frame has its own colour, and palettes differ from it by less than the step.
        let frames: [Bitmap] = (0..<144).map { (index: Int) -> Bitmap in
            SampleBitmap.plain(width: 9, height: 7, red: UInt8(index % 12 * 20), green: UInt8(index / 12 * 20))
        }
        let data = try ImageFixtures.animation(
            type, frames, key: "{GIF}", delays: Array(repeating: 0.02, count: frames.count), loopCount: 0)
        let source = try ImageFixtures.source(data)
        func number(_ image: CGImage?) -> Int? {
            guard let colour = image?.bitmap.colour(x: 1, y: 1) else { return nil }
            let column = (Int(colour.red) + 10) / 20
            let row = (Int(colour.green) + 10) / 20
            return row * 12 + column
        }
        for index in Array(0..<144) + [143, 3, 4, 70, 5, 6, 0, 143] {
            #expect(number(CGImageSourceCreateImageAtIndex(source, index, nil)) == index)
        }
        let small = CGImageSourceCreateThumbnailAtIndex(
            source, 77,
            [kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 3] as CFDictionary
        )
        #expect(small?.width == 3 && number(small) == 77)
    }

    @Test(
        .enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)),
        arguments: ["com.compuserve.gif", "public.png"])
    func `FFmpeg decodes the written frames`(type: String) throws {
        let delays = [0.1, 0.2, 0.4]
        let folder = try TemporaryFolder()
        let key = type == "public.png" ? kCGImagePropertyPNGDictionary : kCGImagePropertyGIFDictionary
        let data = try ImageFixtures.animation(type, frames(), key: key, delays: delays, loopCount: 2)
        let file = try folder.write(data, to: type == "public.png" ? "a.apng" : "a.gif")
        let pixels = try FFmpeg.output(of: file, ["-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24"])
        try #require(pixels.count == 3 * 20 * 10 * 3)
        for (index, colour) in Self.colours.enumerated() {
            let first = index * 20 * 10 * 3
            for (own, other) in zip(colour, pixels[first..<first + 3]) { #expect(abs(Int(own) - Int(other)) <= 2) }
        }
        let description = try FFmpeg.description(of: file, ["-show_entries", "packet=duration_time"])
        let packets = try #require(
            (JSONSerialization.jsonObject(with: description) as? [String: Any])?["packets"] as? [[String: String]])
        #expect(packets.compactMap { $0["duration_time"].flatMap(Double.init) } == delays)
    }

    @Test(
        .enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)), arguments: ["gif", "apng"])
    func `frames that contain only changes are whole images`(format: String) throws {
        let folder = try TemporaryFolder()
        // FFmpeg writes the changed rectangle of each frame.
        let input = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=5:duration=1.6", "-f", format]
        let file = try #require(try FFmpeg.movie("a.\(format)", in: folder, input))
        let source = try #require(CGImageSourceCreateWithURL(file as CFURL, nil))
        let pixels = try FFmpeg.output(of: file, ["-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24"])
        let count = CGImageSourceGetCount(source)
        try #require(count == 8 && pixels.count == count * 64 * 48 * 3)
        for index in 0..<count {
            let bitmap = try #require(CGImageSourceCreateImageAtIndex(source, index, nil)).bitmap
            var sum = 0
            for y in 0..<48 {
                for x in 0..<64 {
                    let (colour, place) = (bitmap.colour(x: x, y: y), ((index * 48 + y) * 64 + x) * 3)
                    sum += abs(Int(colour.red) - Int(pixels[place])) + abs(Int(colour.green) - Int(pixels[place + 1]))
                    sum += abs(Int(colour.blue) - Int(pixels[place + 2]))
                }
            }
            #expect(sum == 0, "frame \(index)")
        }
    }

    @Test func `frames of other sizes and transparent ones are placed on the canvas`() throws {
        let clear = SampleBitmap.gradient(width: 30, height: 5)
        for type in ["com.compuserve.gif", "public.png"] {
            let data = try ImageFixtures.animation(
                type, [frames()[0], clear], key: "{GIF}", delays: [0, 0], loopCount: nil)
            let image = try #require(CGImageSourceCreateImageAtIndex(ImageFixtures.source(data), 1, nil))
            #expect(image.width == 20 && image.height == 10)
        }
    }

    @Test func `damaged animations fail without an end of the worker`() throws {
        var generator = SeededGenerator(seed: 21)
        for type in ["com.compuserve.gif", "public.png"] {
            let sound = try ImageFixtures.animation(
                type, frames(), key: "{GIF}", delays: [0.1, 0.1, 0.1], loopCount: 0)
            for _ in 0..<20 {
                var bytes = sound
                for _ in 0..<4 {
                    bytes[Int.random(in: 8..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                let source = try ImageFixtures.source(bytes)
                let count = CGImageSourceGetCount(source)
                if count > 0 { _ = CGImageSourceCreateImageAtIndex(source, count - 1, nil) }
                #expect(CGImageSourceGetStatus(source).rawValue <= 0)
            }
        }
    }
}
