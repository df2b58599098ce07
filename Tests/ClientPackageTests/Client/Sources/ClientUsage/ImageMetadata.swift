import CoreLocation
import Foundation
import ImageIO
import Photos
import UIKit
import UniformTypeIdentifiers

/// Reads and writes the metadata of a photo's file.
enum ImageMetadata {
    /// All properties of a photo, as the picker's and the camera's delegates want them.
    static func properties(of data: Data) -> [String: Any]? {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any]
        else { return nil }
        return properties
    }

    static func properties(of asset: PHAsset, _ completion: @escaping ([String: Any]?) -> Void) {
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { data, _, _, _ in
            completion(data.flatMap { self.properties(of: $0) })
        }
    }

    static func caption(of url: URL) -> (text: String?, keywords: [String]) {
        guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as NSDictionary?,
            let iptc = properties[kCGImagePropertyIPTCDictionary as String] as? [String: Any]
        else { return (nil, []) }
        return (
            iptc[kCGImagePropertyIPTCCaptionAbstract as String] as? String,
            iptc[kCGImagePropertyIPTCKeywords as String] as? [String] ?? []
        )
    }

    /// The identifier that pairs a photo with its video.
    static func contentIdentifier(of url: URL) -> String? {
        guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any],
            let maker = properties[kCGImagePropertyMakerAppleDictionary as String] as? [String: Any]
        else { return nil }
        return maker["17"] as? String
    }

    /// Writes a copy with the identifier of a video.
    static func write(_ identifier: String, of photo: URL, to result: URL) -> Bool {
        guard let source = CGImageSourceCreateWithURL(photo as CFURL, nil),
            let type = CGImageSourceGetType(source),
            let destination = CGImageDestinationCreateWithURL(result as CFURL, type, 1, nil),
            var metadata = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any]
        else { return false }
        metadata[kCGImagePropertyMakerAppleDictionary as String] = ["17": identifier]
        CGImageDestinationAddImageFromSource(destination, source, 0, metadata as CFDictionary)
        return CGImageDestinationFinalize(destination)
    }

    /// Adds a location to a photo's bytes.
    static func data(_ data: Data, at location: CLLocation) -> Data? {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let type = CGImageSourceGetType(source)
        else { return nil }
        var metadata = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any] ?? [:]
        metadata[kCGImagePropertyGPSDictionary] = gps(location)
        metadata[kCGImagePropertyOrientation] = CGImagePropertyOrientation.up.rawValue
        let result = NSMutableData()
        guard let destination = CGImageDestinationCreateWithData(result as CFMutableData, type, 1, nil) else {
            return nil
        }
        CGImageDestinationAddImageFromSource(destination, source, 0, metadata as CFDictionary)
        return CGImageDestinationFinalize(destination) ? result as Data : nil
    }

    private static func gps(_ location: CLLocation) -> [String: Any] {
        let coordinate = location.coordinate
        let formatter = DateFormatter()
        formatter.timeZone = TimeZone(abbreviation: "UTC")
        formatter.dateFormat = "yyyy:MM:dd"
        let day = formatter.string(from: location.timestamp)
        formatter.dateFormat = "HH:mm:ss.SS"
        return [
            kCGImagePropertyGPSLatitude as String: abs(coordinate.latitude),
            kCGImagePropertyGPSLatitudeRef as String: coordinate.latitude < 0 ? "S" : "N",
            kCGImagePropertyGPSLongitude as String: abs(coordinate.longitude),
            kCGImagePropertyGPSLongitudeRef as String: coordinate.longitude < 0 ? "W" : "E",
            kCGImagePropertyGPSAltitude as String: abs(location.altitude),
            kCGImagePropertyGPSAltitudeRef as String: location.altitude < 0 ? 1 : 0,
            kCGImagePropertyGPSDateStamp as String: day,
            kCGImagePropertyGPSTimeStamp as String: formatter.string(from: location.timestamp),
        ]
    }

    /// Encodes an image with the camera's dictionaries.
    static func heic(of image: UIImage, quality: CGFloat, like metadata: [String: Any]) -> Data? {
        let data = NSMutableData()
        guard let cgImage = image.cgImage,
            let destination = CGImageDestinationCreateWithData(
                data, UTType.heic.identifier as CFString, 1, nil)
        else { return nil }
        let options: [CFString: Any] = [
            kCGImageDestinationLossyCompressionQuality: quality,
            kCGImagePropertyExifDictionary: metadata[kCGImagePropertyExifDictionary as String] ?? [:] as [String: Any],
            kCGImagePropertyTIFFDictionary: metadata[kCGImagePropertyTIFFDictionary as String] ?? [:] as [String: Any],
        ]
        CGImageDestinationAddImage(destination, cgImage, options as CFDictionary)
        guard CGImageDestinationFinalize(destination) else { return nil }
        return data as Data
    }

    /// Decodes the frames of a GIF with their times.
    static func frames(of data: Data) -> [(image: UIImage, delay: Double)] {
        let options = [kCGImageSourceShouldCache: false] as CFDictionary
        guard let source = CGImageSourceCreateWithData(data as CFData, options) else { return [] }
        return (0..<CGImageSourceGetCount(source)).compactMap { index in
            guard let image = CGImageSourceCreateImageAtIndex(source, index, options) else { return nil }
            let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [String: Any]
            let gif = properties?[kCGImagePropertyGIFDictionary as String] as? [String: Any]
            let delay = gif?[kCGImagePropertyGIFUnclampedDelayTime as String] as? NSNumber
            return (UIImage(cgImage: image), delay?.doubleValue ?? 0.1)
        }
    }

    static func thumbnail(of url: URL, longSide: Int) -> CGImage? {
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceShouldCacheImmediately: true,
            kCGImageSourceThumbnailMaxPixelSize: longSide,
        ]
        guard let source = CGImageSourceCreateWithURL(url as CFURL, nil) else { return nil }
        return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
    }
}
