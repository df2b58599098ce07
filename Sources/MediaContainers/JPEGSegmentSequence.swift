/// The segments of a JPEG file, from the start of the image to its end.
///
/// The sequence finds the markers that libjpeg-turbo finds, because metadata that a decoder shows must also be removed:
/// - Bytes before a marker that belong to no segment are skipped. So are markers without content that have no meaning
///   there: restarts, a second start of the image, and TEM.
/// - A comment or application data with a length of 0 or 1 is empty. Another segment with such a length ends the
///   sequence, as it ends decoding.
/// - Coded samples continue after restarts and after codes that aren't markers. The next other marker ends them.
/// - The last segment can pass the end of the part.
///
/// Bytes without a start of the image result in an empty sequence. If there is no end of the image, the sequence ends
/// where the part ends.
///
/// - Complexity: O(*n*) reads for *n* segments and stray bytes. Coded samples are read only if the iteration continues
///   after the start of a scan.
package struct JPEGSegmentSequence<Source: ByteSource>: Sequence {
    package let source: Source
    /// The part of the file in which the segments lie.
    package let range: Range<Int>
    private let limit: Int

    /// - Parameters:
    ///   - range: The part of the file; `nil` for the whole file. Parts past the end of the file are ignored.
    ///   - limit: The most segments to read. Cameras and editors write a thousand at most.
    package init(_ source: Source, in range: Range<Int>? = nil, limit: Int = 100_000) {
        self.source = source
        self.range = (range ?? 0..<source.count).clamped(to: 0..<Swift.max(0, source.count))
        self.limit = limit
    }

    /// Whether all of a segment lies in the part.
    package func holdsWhole(_ segment: JPEGSegment) -> Bool {
        segment.content.upperBound <= range.upperBound
    }

    /// Returns the kind of a segment's application data, or `nil` if it's unknown or passes the end.
    package func applicationData(of segment: JPEGSegment) -> JPEGApplicationData? {
        guard (0xE0...0xEF).contains(segment.marker), holdsWhole(segment) else { return nil }
        return source.withBytes(
            at: segment.content.lowerBound, JPEGApplicationData.longestMark, endingBefore: segment.content.upperBound
        ) { start in
            JPEGApplicationData.allCases.first { $0.marker == segment.marker && start.has($0.mark, at: 0) }
        }
    }

    /// Returns whether the marker of the end of the image is behind an offset.
    ///
    /// Coded samples can't contain one by chance. So the search starts at the end of the part, and reads little of a
    /// file that is complete.
    package func hasEndOfImage(behind start: Int) -> Bool {
        let blockSize = 4096
        var end = range.upperBound
        while end - start >= 2 {
            let block = Swift.max(start, end - blockSize)
            let isFound = source.withBytes(at: block, blockSize, endingBefore: end) { view in
                var position = view.count - 1
                while position > 0 {
                    if view.bytes[position] == JPEGSegment.endOfImage, view.bytes[position - 1] == 0xFF { return true }
                    position -= 1
                }
                return false
            }
            if isFound { return true }
            // A marker can lie in two blocks.
            end = block == start ? start : block + 1
        }
        return false
    }

    package func makeIterator() -> Iterator {
        Iterator(self)
    }

    package struct Iterator: IteratorProtocol {
        private let segments: JPEGSegmentSequence
        private var remaining: Int
        private var isInScan = false
        private var isEnded: Bool
        /// Where the bytes that aren't read yet start. After the last segment, these bytes belong to no segment.
        package private(set) var position: Int
        /// Whether the sequence ended at a segment that decoders reject, or at the limit.
        package private(set) var isDamaged = false

        fileprivate init(_ segments: JPEGSegmentSequence) {
            self.segments = segments
            remaining = segments.limit
            let start = segments.range.lowerBound
            let hasStart = segments.source.withBytes(at: start, 2, endingBefore: segments.range.upperBound) {
                $0.uint16(at: 0) == 0xFFD8
            }
            position = hasStart ? start + 2 : start
            isEnded = !hasStart
        }

        package mutating func next() -> JPEGSegment? {
            guard !isEnded else { return nil }
            if isInScan { position = endOfScan() }
            isInScan = false
            guard let segment = segment() else {
                isEnded = true
                return nil
            }
            guard remaining > 0 else {
                (isEnded, isDamaged) = (true, true)
                return nil
            }
            remaining -= 1
            position = Swift.min(segment.content.upperBound, segments.range.upperBound)
            isInScan = segment.marker == JPEGSegment.startOfScan
            isEnded = segment.marker == JPEGSegment.endOfImage || !segments.holdsWhole(segment)
            return segment
        }

        /// Returns the next segment with the stray bytes before it.
        private mutating func segment() -> JPEGSegment? {
            let end = segments.range.upperBound
            var offset = position
            while let (marker, found) = marker(from: offset) {
                offset = found + 2
                switch marker {
                case 0x00, 0x01, 0xD0...0xD8: continue
                case JPEGSegment.endOfImage:
                    return JPEGSegment(marker: marker, stray: position..<found, content: offset..<offset)
                default:
                    let length = segments.source.withBytes(at: offset, 2, endingBefore: end) { $0.uint16(at: 0) }
                    if let length, length < 2, !Self.canBeEmpty(marker) {
                        isDamaged = true
                        return nil
                    }
                    // The end cuts off a length, so the segment certainly passes the end.
                    return JPEGSegment(
                        marker: marker, stray: position..<found,
                        content: offset + 2..<offset + Swift.max(2, length ?? 2),
                        isLengthTooSmall: length.map { $0 < 2 } ?? false)
                }
            }
            return nil
        }

        /// Whether decoders skip a segment of this kind whose length is too small.
        private static func canBeEmpty(_ marker: UInt8) -> Bool {
            (0xE0...0xEF).contains(marker) || marker == 0xFE || marker == 0xDC
        }

        /// Returns where the marker is that ends the coded samples, or the end of the part.
        private func endOfScan() -> Int {
            var offset = position
            while let (marker, found) = marker(from: offset) {
                if marker >= 0xC0, !(0xD0...0xD7).contains(marker) { return found }
                offset = found + 2
            }
            return segments.range.upperBound
        }

        /// Returns the next marker, or 0 for 0xFF as a sample, and the offset of the last 0xFF before it.
        private func marker(from start: Int) -> (marker: UInt8, offset: Int)? {
            let (source, end) = (segments.source, segments.range.upperBound)
            let near = source.withBytes(at: start, 2, endingBefore: end) { $0.uint16(at: 0) }
            guard let near else { return nil }
            if near >= 0xFF00, near < 0xFFFF { return (UInt8(near & 0xFF), start) }
            guard var offset = source.firstOffset(of: 0xFF, in: start..<end) else { return nil }
            while true {
                let (code, fillCount) = source.withBytes(at: offset + 1, 64, endingBefore: end) { view in
                    let index = view.bytes.firstIndex { $0 != 0xFF }
                    return (index.map { view.bytes[$0] }, index ?? view.count)
                }
                if let code { return (code, offset + fillCount) }
                guard fillCount > 0 else { return nil }
                offset += fillCount
            }
        }
    }
}
