import AlbumenTestSupport
import Foundation
import ImageIO
import Pixels
import Testing

/// Calls of ImageIO as clients write them.
enum ImageFixtures {
    static func source(_ data: Data) throws -> CGImageSource {
        try #require(CGImageSourceCreateWithData(data as CFData, nil))
    }

    static func properties(_ data: Data, at index: Int = 0) throws -> [String: Any] {
        try #require(CGImageSourceCopyPropertiesAtIndex(source(data), index, nil) as? [String: Any])
    }

    /// Encodes an image of a source again, with changes.
    static func recoded(_ data: Data, as type: String, _ changes: [String: Any]? = nil) throws -> Data {
        let result = NSMutableData()
        let destination = try #require(
            CGImageDestinationCreateWithData(result as CFMutableData, type as CFString, 1, nil))
        CGImageDestinationAddImageFromSource(destination, try source(data), 0, changes.map { $0 as CFDictionary })
        try #require(CGImageDestinationFinalize(destination))
        return Data(bytes: result.bytes, count: result.length)
    }

    /// Encodes frames with their delays.
    static func animation(
        _ type: String, _ frames: [Bitmap], key: String, delays: [Double], loopCount: Int?
    ) throws -> Data {
        let result = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(result, type as CFString, frames.count, nil))
        if let loopCount {
            CGImageDestinationSetProperties(destination, [key: ["LoopCount": loopCount]] as CFDictionary)
        }
        for (frame, delay) in zip(frames, delays) {
            CGImageDestinationAddImage(destination, CGImage(frame), [key: ["DelayTime": delay]] as CFDictionary)
        }
        try #require(CGImageDestinationFinalize(destination))
        return Data(bytes: result.bytes, count: result.length)
    }

    /// A JPEG with metadata of all kinds.
    static func photograph() throws -> Data {
        try Data(contentsOf: RealMedia.folder.appending(path: "metadata/makernotes/Apple.jpg"))
    }

    static let types = ["public.jpeg", "public.heic", "public.png", "public.tiff"]

    static func ending(_ type: String) -> String {
        type == "public.jpeg" ? "jpg" : String(type.split(separator: ".").last ?? "")
    }
}

extension Bitmap {
    /// The mean difference of the components, from 0 to 255.
    func meanDifference(from other: Bitmap) -> Double {
        guard size == other.size else { return 255 }
        var sum = 0
        for y in 0..<height {
            for x in 0..<width {
                let (one, two) = (colour(x: x, y: y), other.colour(x: x, y: y))
                sum += abs(Int(one.red) - Int(two.red)) + abs(Int(one.green) - Int(two.green))
                sum += abs(Int(one.blue) - Int(two.blue)) + abs(Int(one.alpha) - Int(two.alpha))
            }
        }
        return Double(sum) / Double(width * height * 4)
    }
}
