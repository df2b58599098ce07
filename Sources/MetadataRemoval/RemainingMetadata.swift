import Foundation
import MediaContainers
import MediaRequests

/// A search for places in all bytes of a file, which knows nothing of the file's structure.
///
/// The removal follows the structure of a file, and so does a second run of it. What both can't see, this search finds:
/// the names of the properties, and blocks of Exif and IPTC wherever they are.
enum RemainingMetadata {
    /// Long enough not to occur in pixels or samples by chance.
    private static let names: [String] = [
        "GPSLatitude", "GPSLongitude", "GPSCoordinates", "LocationCreated", "LocationShown", "Iptc4xmpCore:Location",
        "Iptc4xmpCore:CountryCode", "photoshop:City", "photoshop:State", "photoshop:Country", "dc:coverage",
        "GImage:Data", "xmp:Thumbnails",
    ]
    private static let placeTags: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

    /// Returns whether a file has a place.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    static func areIn(_ file: ByteView) -> Bool {
        if names.contains(where: { name in first(of: Array(name.utf8), in: file, at: 0) != nil }) { return true }
        for start in offsets(of: Array("Exif\u{0}\u{0}".utf8), in: file) where hasPlace(file, tiff: start + 6) {
            return true
        }
        for start in offsets(of: Array("8BIM\u{4}\u{4}".utf8), in: file) where hasPlace(file, resource: start) {
            return true
        }
        return offsets(of: [0xA9] + Array("xyz".utf8), in: file).contains { hasCoordinates(file, at: $0 + 4) }
    }

    private static func offsets(of pattern: [UInt8], in file: ByteView) -> [Int] {
        var offsets: [Int] = []
        var position = 0
        while let found = first(of: pattern, in: file, at: position) {
            offsets.append(found)
            position = found + 1
        }
        return offsets
    }

    private static func first(of pattern: [UInt8], in file: ByteView, at position: Int) -> Int? {
        guard let start = file.bytes.baseAddress else { return nil }
        return pattern.withUnsafeBytes { pattern -> Int? in
            var position = position
            while position + pattern.count <= file.count,
                let found = memchr(start + position, Int32(pattern[0]), file.count - pattern.count + 1 - position)
            {
                let offset = UnsafeRawPointer(found) - start
                if memcmp(found, pattern.baseAddress!, pattern.count) == 0 { return offset }
                position = offset + 1
            }
            return nil
        }
    }

    /// Whether the first directory of a block refers to a directory of a place.
    private static func hasPlace(_ file: ByteView, tiff start: Int) -> Bool {
        let order: ByteView.Order
        switch file.uint16(at: start) {
        case 0x4949: order = .little
        case 0x4D4D: order = .big
        default: return false
        }
        guard file.uint16(at: start + 2, order) == 42, let directory = file.uint32(at: start + 4, order),
            let count = file.uint16(at: start + directory, order)
        else { return false }
        return (0..<count).contains { file.uint16(at: start + directory + 2 + $0 * 12, order) == ExifTag.place }
    }

    /// Whether a resource of Photoshop has a data set of a place.
    private static func hasPlace(_ file: ByteView, resource start: Int) -> Bool {
        guard let nameCount = file.byte(at: start + 6) else { return false }
        var position = start + 6 + (Int(nameCount) + 2) / 2 * 2 + 4
        while file.byte(at: position) == 0x1C, let record = file.byte(at: position + 1),
            let number = file.byte(at: position + 2), let count = file.uint16(at: position + 3)
        {
            if record == 2, placeTags.contains(number), count > 0 { return true }
            position += 5 + count
        }
        return false
    }

    /// Whether a text of QuickTime begins with a sign and a digit, behind its length and language.
    private static func hasCoordinates(_ file: ByteView, at start: Int) -> Bool {
        guard let sign = file.byte(at: start + 4), let digit = file.byte(at: start + 5) else { return false }
        return (sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")) && (0x30...0x39).contains(digit)
    }
}
