import Foundation
import MediaContainers

/// The segments of a JPEG before its pixels.
enum JPEGSegments {
    static let exifMark = bytes(of: .exif)
    static let xmpMark = bytes(of: .xmp)
    static let xmpExtensionMark = bytes(of: .extendedXMP)
    static let photoshopMark = bytes(of: .photoshop)

    private static let metadata: Set<JPEGApplicationData> = [.exif, .xmp, .extendedXMP, .photoshop]
    private static let contentLimit = 65_533

    private static func bytes(of kind: JPEGApplicationData) -> [UInt8] {
        kind.mark.withUTF8Buffer { Array($0) }
    }

    /// The contents of EXIF, XMP and Photoshop segments, with their marks.
    static func metadata(of view: ByteView) -> [UnsafeRawBufferPointer] {
        let segments = JPEGSegmentSequence(view)
        return segments.prefix { !endsHeader($0) }.filter { isMetadata($0, segments) }
            .compactMap { view.part(at: $0.content.lowerBound, count: $0.content.count) }
    }

    private static func endsHeader(_ segment: JPEGSegment) -> Bool {
        segment.marker == JPEGSegment.startOfScan || segment.marker == JPEGSegment.endOfImage
    }

    private static func isMetadata(_ segment: JPEGSegment, _ segments: JPEGSegmentSequence<ByteView>) -> Bool {
        segments.applicationData(of: segment).map(metadata.contains) ?? false
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
            let all = JPEGSegmentSequence(ByteView(bytes))
            let old = Array(all.prefix { !endsHeader($0) })
            // Readers expect JFIF's segment first.
            let start = old.first.flatMap { $0.marker == 0xE0 && all.holdsWhole($0) ? $0.range.upperBound : nil } ?? 2
            var result = Data(capacity: bytes.count + segments.reduce(0) { $0 + $1.count })
            result.append(contentsOf: bytes[..<start])
            for segment in segments { result.append(contentsOf: segment) }
            var position = start
            for segment in old where isMetadata(segment, all) {
                result.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[position..<segment.range.lowerBound]))
                position = segment.range.upperBound
            }
            result.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[position...]))
            return result
        }
    }
}
