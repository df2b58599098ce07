import MediaContainers
import MediaWork

extension MetadataRemoval {
    /// Removes metadata from a JPEG file and returns where it ends.
    ///
    /// A segment that is removed becomes fill bytes, which may precede each marker (ITU-T T.81, B.1.1.2).
    mutating func removeFromJPEG(_ range: Range<Int>, depth: Int) throws(MediaError) -> Int {
        try Self.check(depth)
        var position = range.lowerBound + 2
        var extended: [ExtendedPart] = []
        while let marker = nextMarker(&position, in: range) {
            if marker == 0xD9 {
                try removeExtendedXMP(extended)
                return position
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
            guard let count = file.uint16(at: position), count >= 2, position + count <= range.upperBound else { break }
            let content = position + 2..<position + count
            let segment = position - 2..<position + count
            position = content.upperBound
            if marker == 0xDA {
                skipScan(&position, in: range)
            } else if let part = extendedPart(marker, content, segment) {
                extended.append(part)
            } else {
                try removeFromSegment(marker, content, segment, depth: depth)
            }
        }
        try removeExtendedXMP(extended)
        return range.upperBound
    }

    private func nextMarker(_ position: inout Int, in range: Range<Int>) -> UInt8? {
        guard position + 1 < range.upperBound, file.bytes[position] == 0xFF else { return nil }
        while position < range.upperBound, file.bytes[position] == 0xFF { position += 1 }
        guard position < range.upperBound else { return nil }
        defer { position += 1 }
        return file.bytes[position]
    }

    /// Moves to the next marker after coded samples.
    private func skipScan(_ position: inout Int, in range: Range<Int>) {
        while position + 1 < range.upperBound {
            if file.bytes[position] == 0xFF {
                let next = file.bytes[position + 1]
                if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return }
            }
            position += 1
        }
        position = range.upperBound
    }

    private mutating func removeFromSegment(
        _ marker: UInt8, _ content: Range<Int>, _ segment: Range<Int>, depth: Int
    ) throws(MediaError) {
        let start = content.lowerBound
        switch marker {
        case 0xE0 where file.has("JFIF\u{0}", at: start): break
        case 0xE1 where file.has("Exif\u{0}\u{0}", at: start):
            if try !removeFromExif(content.dropFirst(6), depth: depth) { try changes.fill(segment, with: 0xFF) }
        case 0xE1 where file.has("http://ns.adobe.com/xap/1.0/\u{0}", at: start):
            if try !removeFromXMP(content.dropFirst(29)) { try changes.fill(segment, with: 0xFF) }
        case 0xE2 where file.has("ICC_PROFILE\u{0}", at: start), 0xE2 where file.has("MPF\u{0}", at: start),
            0xE2 where file.has("urn:iso:std:iso:ts:21496", at: start):
            break
        case 0xED where file.has("Photoshop 3.0\u{0}", at: start):
            try removeFromPhotoshopResources(content.dropFirst(14), depth: depth)
        case 0xEE where file.has("Adobe", at: start): break
        case 0xE0...0xEF: try changes.fill(segment, with: 0xFF)
        case 0xFE where removed.contains(.captions): try changes.fill(segment, with: 0xFF)
        default: break
        }
    }

    // MARK: Extended XMP

    /// A part of an XMP packet that is too long for one segment.
    private struct ExtendedPart {
        var text: Range<Int>
        var segment: Range<Int>
        var offset: Int
    }

    private func extendedPart(_ marker: UInt8, _ content: Range<Int>, _ segment: Range<Int>) -> ExtendedPart? {
        guard marker == 0xE1, file.has("http://ns.adobe.com/xmp/extension/\u{0}", at: content.lowerBound),
            let offset = file.uint32(at: content.lowerBound + 71)
        else { return nil }
        return ExtendedPart(text: content.dropFirst(75), segment: segment, offset: offset)
    }

    /// Removes the extension if it has any of the metadata. Readers compare its hash, so it can't be changed.
    private mutating func removeExtendedXMP(_ parts: [ExtendedPart]) throws(MediaError) {
        guard !parts.isEmpty else { return }
        let text = parts.sorted { $0.offset < $1.offset }.flatMap { slice($0.text) }
        let isRemoved =
            text.withUnsafeBytes { XMPProperties.ranges(in: ByteView($0), removing: removed) }
            .map { !$0.isEmpty } ?? true
        guard isRemoved else { return }
        for part in parts { try changes.fill(part.segment, with: 0xFF) }
    }
}

extension Range<Int> {
    func dropFirst(_ count: Int) -> Range<Int> {
        Swift.min(lowerBound + count, upperBound)..<upperBound
    }
}
