import AlbumenTestSupport
import Foundation
import Testing

@testable import MediaContainers

/// The segments of JPEG files that break the format's rules.
@Suite struct JPEGSegmentSequenceTests {
    private static let start: [UInt8] = [0xFF, 0xD8]
    private static let end: [UInt8] = [0xFF, 0xD9]
    private static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0])

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + SampleMedia.bigEndian16(content.count + 2) + content
    }

    private struct Walk: Equatable {
        var segments: [JPEGSegment]
        var rest: Range<Int>
        var isDamaged: Bool
    }

    private func walk(_ source: some ByteSource, limit: Int = 1000) -> Walk {
        var iterator = JPEGSegmentSequence(source, limit: limit).makeIterator()
        var segments: [JPEGSegment] = []
        while let segment = iterator.next() { segments.append(segment) }
        return Walk(segments: segments, rest: iterator.position..<source.count, isDamaged: iterator.isDamaged)
    }

    /// A file in memory and a file that is read in blocks have the same segments.
    private func walk(_ file: [UInt8], limit: Int = 1000) -> Walk {
        let walk = withView(file) { self.walk($0, limit: limit) }
        #expect(walk == self.walk(CountedSource(file), limit: limit))
        return walk
    }

    struct Hostile: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The bytes between the start of the image and a comment.
        var bytes: [UInt8]
        /// The markers up to the comment, or `nil` if the sequence ends before it.
        var markers: [UInt8]?
        var isDamaged = false
    }

    static let hostile: [Hostile] = [
        Hostile(testDescription: "nothing", bytes: [], markers: []),
        Hostile(testDescription: "fill bytes", bytes: [0xFF, 0xFF, 0xFF], markers: []),
        Hostile(testDescription: "200 fill bytes", bytes: [UInt8](repeating: 0xFF, count: 200), markers: []),
        Hostile(testDescription: "zeros", bytes: [0, 0, 0], markers: []),
        Hostile(testDescription: "5,000 zeros", bytes: [UInt8](repeating: 0, count: 5000), markers: []),
        Hostile(testDescription: "0xFF as a sample", bytes: [0xFF, 0, 0x12], markers: []),
        Hostile(testDescription: "text", bytes: Array("Exif".utf8), markers: []),
        Hostile(testDescription: "a restart", bytes: [0xFF, 0xD3, 1, 2], markers: []),
        Hostile(testDescription: "TEM", bytes: [0xFF, 0x01, 1, 2], markers: []),
        Hostile(testDescription: "a second start", bytes: [0xFF, 0xD8], markers: []),
        Hostile(testDescription: "stray bytes before a segment", bytes: [7] + segment(0xE1, [1]), markers: [0xE1]),
        Hostile(testDescription: "an empty segment", bytes: segment(0xE1, []), markers: [0xE1]),
        Hostile(testDescription: "application data of length 0", bytes: [0xFF, 0xE1, 0, 0], markers: [0xE1]),
        Hostile(testDescription: "application data of length 1", bytes: [0xFF, 0xE1, 0, 1, 9], markers: [0xE1]),
        Hostile(testDescription: "a reserved marker", bytes: segment(0x02, [1, 2]), markers: [0x02]),
        Hostile(testDescription: "a table of length 0", bytes: [0xFF, 0xDB, 0, 0], isDamaged: true),
        Hostile(testDescription: "a table of length 1", bytes: [0xFF, 0xC4, 0, 1], isDamaged: true),
        Hostile(testDescription: "a segment beyond the end", bytes: [0xFF, 0xE1, 0xFF, 0xFF]),
        Hostile(testDescription: "samples", bytes: scan + [1, 0xFF, 0, 0xFF, 0xD0, 2, 0xFF, 0x01, 3], markers: [0xDA]),
        Hostile(testDescription: "samples with fill bytes", bytes: scan + [1, 0xFF, 0xFF, 0, 3], markers: [0xDA]),
        Hostile(
            testDescription: "two scans", bytes: scan + [1, 2] + segment(0xC4, [3]) + scan + [4],
            markers: [0xDA, 0xC4, 0xDA]),
        Hostile(testDescription: "the end of the image", bytes: end),
    ]

    @Test("the segments are those that decoders find", arguments: hostile)
    func tolerance(_ hostile: Hostile) {
        let comment = Self.segment(0xFE, [1, 2, 3])
        let file = Self.start + hostile.bytes + comment + Self.end
        let walk = walk(file)
        #expect(walk.isDamaged == hostile.isDamaged)
        guard let markers = hostile.markers else {
            #expect(!walk.segments.contains { $0.marker == 0xFE })
            return
        }
        #expect(walk.segments.map(\.marker) == markers + [0xFE, 0xD9])
        #expect(walk.segments.dropLast().last?.content == file.count - 5..<file.count - 2)
        #expect(walk.rest.isEmpty)
        // Segments and stray bytes cover the file. Coded samples follow the header of their scan.
        var position = 2
        for segment in walk.segments {
            #expect(segment.stray.lowerBound >= position)
            if segment.stray.lowerBound > position {
                #expect(file[position - Self.scan.count] == 0xFF && file[position - Self.scan.count + 1] == 0xDA)
            }
            position = segment.range.upperBound
        }
    }

    @Test("a file that is cut off has the segments before the cut", arguments: hostile)
    func truncation(_ hostile: Hostile) {
        let file = Self.start + hostile.bytes + Self.segment(0xFE, [1, 2, 3]) + Self.end
        let all = walk(file).segments
        for length in 0..<file.count {
            let cut = walk(Array(file.prefix(length)))
            let whole = cut.segments.filter { $0.content.upperBound <= length }
            #expect(Array(all.prefix(whole.count)) == whole, "\(length) bytes")
            #expect(cut.segments.count <= whole.count + 1)
            #expect(cut.rest.lowerBound <= length)
        }
    }

    @Test func `bytes without a start of the image have no segments`() {
        for file: [UInt8] in [[], [0xFF], [0, 0] + Self.segment(0xFE, [1]), Self.end] {
            #expect(walk(file).segments == [])
        }
    }

    @Test func `at the limit, the sequence is damaged`() {
        let file = Self.start + (0..<5).flatMap { _ in Self.segment(0xE0, []) } + Self.end
        #expect(
            walk(file, limit: 3) == Walk(segments: Array(walk(file).segments.prefix(3)), rest: 14..<24, isDamaged: true)
        )
        #expect(!walk(file, limit: 6).isDamaged)
    }

    @Test func `application data are known by their marker and mark`() {
        for kind in JPEGApplicationData.allCases {
            let mark = kind.mark.withUTF8Buffer { Array($0) }
            let cut = Array(mark.dropLast())
            let file =
                Self.start + Self.segment(kind.marker, mark + [1]) + Self.segment(kind.marker, cut)
                + Self.segment(0xE9, mark) + Self.segment(0xFE, mark) + Self.segment(kind.marker, mark).dropLast()
            withView(file) { view in
                let segments = JPEGSegmentSequence(view)
                #expect(segments.map { segments.applicationData(of: $0) } == [kind, nil, nil, nil, nil])
            }
        }
    }

    @Test func `the end of the image is found behind a scan`() {
        for gap in [0, 1, 4093, 4094, 4095, 4096, 9000] {
            for behind in [0, 1, 4094, 4095, 4096, 5000] {
                let head = Self.start + Self.scan
                let tail = Self.end + [UInt8](repeating: 7, count: behind)
                let file = CountedSource(head, zeros: gap, tail)
                #expect(JPEGSegmentSequence(file).hasEndOfImage(behind: head.count), "\(gap), \(behind)")
                #expect(!JPEGSegmentSequence(file).hasEndOfImage(behind: head.count + gap + 1))
            }
        }
        #expect(!JPEGSegmentSequence(CountedSource(Self.start, zeros: 100_000)).hasEndOfImage(behind: 2))
    }

    @Test func `the header of a file of 100 MB takes a few reads`() {
        let head = Self.start + Self.segment(0xE1, Array("Exif\0\0".utf8)) + Self.scan
        let file = CountedSource(head, zeros: 100_000_000, Self.end)
        let segments = JPEGSegmentSequence(file)
        let header = segments.prefix { $0.marker != JPEGSegment.startOfScan }
        #expect(header.map { segments.applicationData(of: $0) } == [.exif])
        #expect(segments.hasEndOfImage(behind: head.count))
        #expect(file.readCount < 5000)
    }
}
