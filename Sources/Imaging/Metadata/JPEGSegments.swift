import Foundation
import MediaContainers

/// The segments of a JPEG before its pixels.
enum JPEGSegments {
    static let exifMark = Array("Exif\0\0".utf8)
    static let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    static let xmpExtensionMark = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    static let photoshopMark = Array("Photoshop 3.0\0".utf8)

    private static let metadataMarks = [exifMark, xmpMark, xmpExtensionMark, photoshopMark]
    private static let contentLimit = 65_533

    private struct Segment {
        let marker: UInt8
        /// The whole segment, with its marker.
        let range: Range<Int>
        let content: UnsafeRawBufferPointer

        var isMetadata: Bool {
            (marker == 0xE1 || marker == 0xED) && metadataMarks.contains { content.starts(with: $0) }
        }
    }

    /// The contents of EXIF, XMP and Photoshop segments.
    static func metadata(of view: ByteView) -> [UnsafeRawBufferPointer] {
        segments(of: view).filter(\.isMetadata).map(\.content)
    }

    /// Returns a segment with a content of at most 65,533 bytes.
    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + content
    }

    /// Returns Photoshop's resources as one or more segments.
    static func photoshop(_ resources: [UInt8]) -> [[UInt8]] {
        let room = contentLimit - photoshopMark.count
        return stride(from: 0, to: resources.count, by: room).map { start in
            segment(0xED, photoshopMark + resources[start..<min(resources.count, start + room)])
        }
    }

    /// Returns the JPEG with other segments in place of its metadata, after its JFIF segment. Returns `nil` if it
    /// isn't a JPEG.
    static func replacingMetadata(of jpeg: Data, with segments: [[UInt8]]) -> Data? {
        jpeg.withUnsafeBytes { bytes -> Data? in
            guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
            let old = Self.segments(of: ByteView(bytes))
            // Readers expect JFIF's segment first.
            let start = old.first.flatMap { $0.marker == 0xE0 ? $0.range.upperBound : nil } ?? 2
            var result = Data(capacity: bytes.count + segments.reduce(0) { $0 + $1.count })
            result.append(contentsOf: bytes[..<start])
            for segment in segments { result.append(contentsOf: segment) }
            var position = start
            for segment in old where segment.isMetadata {
                result.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[position..<segment.range.lowerBound]))
                position = segment.range.upperBound
            }
            result.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[position...]))
            return result
        }
    }

    /// The segments before the first scan. Ends at the first invalid one.
    private static func segments(of view: ByteView) -> [Segment] {
        var segments: [Segment] = []
        var position = 2
        while view.byte(at: position) == 0xFF, let marker = view.byte(at: position + 1) {
            if marker == 0xFF {
                position += 1
                continue
            }
            guard marker >= 0xC0, marker != 0xDA, marker != 0xD9, let length = view.uint16(at: position + 2),
                length >= 2, let content = view.part(at: position + 4, count: length - 2)
            else { break }
            segments.append(
                Segment(marker: marker, range: position..<position + 2 + length, content: content))
            position += 2 + length
        }
        return segments
    }
}
