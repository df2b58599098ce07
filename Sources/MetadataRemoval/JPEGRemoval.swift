import MediaContainers
import MediaWork

extension MetadataRemoval {
    /// Removes metadata from a JPEG file and returns where it ends.
    ///
    /// A segment that is removed becomes fill bytes, which may precede each marker (ITU-T T.81, B.1.1.2). So do bytes
    /// between two segments, which decoders skip.
    ///
    /// - Throws: `unreadable` if a segment passes the end or has another length than its content, or if there is
    ///   neither a picture nor an end.
    mutating func removeFromJPEG(_ range: Range<Int>, depth: Int) throws(MediaError) -> Int {
        try Self.check(depth)
        var position = range.lowerBound + 2
        var extended: [ExtendedPart] = []
        var profile = ProfileParts()
        var hasScan = false
        while let marker = try nextMarker(&position, in: range) {
            if marker == 0xD9 {
                try removeExtendedXMP(extended)
                return position
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
            guard let count = file.uint16(at: position), count >= 2, position + count <= range.upperBound else {
                throw Self.damagedSegments
            }
            let content = position + 2..<position + count
            let segment = position - 2..<position + count
            position = content.upperBound
            if marker == 0xDA {
                guard hasExactLength(marker, content) else { throw Self.damagedSegments }
                hasScan = true
                skipScan(&position, in: range)
            } else if let part = extendedPart(marker, content, segment) {
                extended.append(part)
            } else if marker == 0xE2, ByteView(slice(content)).has("ICC_PROFILE\u{0}", at: 0) {
                try profile.add(content, &self)
            } else {
                try removeFromSegment(marker, content, segment, depth: depth)
            }
        }
        guard hasScan else { throw Self.damagedSegments }
        try removeExtendedXMP(extended)
        return range.upperBound
    }

    /// Removes metadata from a JPEG file inside another file. A file that can't be read becomes zero, and so do bytes
    /// behind its end.
    mutating func removeFromInnerJPEG(_ range: Range<Int>, depth: Int) throws(MediaError) {
        let first = changes.all.count
        do throws(MediaError) {
            let end = try removeFromJPEG(range, depth: depth)
            try changes.zero(end..<range.upperBound)
        } catch {
            guard error.code == .unreadable else { throw error }
            changes.drop(since: first)
            try changes.zero(range)
        }
    }

    private static let damagedSegments = MediaError(.unreadable, "its segments can't be read to the end")

    /// Returns the next marker, or `nil` at the end. Bytes before it become fill bytes.
    private mutating func nextMarker(_ position: inout Int, in range: Range<Int>) throws(MediaError) -> UInt8? {
        let start = position
        while position + 1 < range.upperBound {
            let next = file.bytes[position + 1]
            if file.bytes[position] == 0xFF, next != 0, next != 0xFF {
                try changes.fill(start..<position, with: 0xFF)
                position += 2
                return next
            }
            position += 1
        }
        position = range.upperBound
        try changes.fill(min(start, position)..<position, with: 0xFF)
        return nil
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
        let view = ByteView(slice(content))
        switch marker {
        case 0xE0 where view.has("JFIF\u{0}", at: 0) && content.count >= 14: try removeThumbnail(content)
        case 0xE1 where view.has("Exif\u{0}\u{0}", at: 0):
            if try !removeFromExif(content.dropFirst(6), depth: depth) { try changes.fill(segment, with: 0xFF) }
        case 0xE1 where view.has("http://ns.adobe.com/xap/1.0/\u{0}", at: 0):
            if try !removeFromXMP(content.dropFirst(29)) { try changes.fill(segment, with: 0xFF) }
        case 0xE2 where view.has("MPF\u{0}", at: 0):
            if try !removeFromExif(content.dropFirst(4), depth: depth) { try changes.fill(segment, with: 0xFF) }
        case 0xE2 where view.has("urn:iso:std:iso:ts:21496", at: 0) && content.count <= Self.gainMapLimit: break
        case 0xED where view.has("Photoshop 3.0\u{0}", at: 0):
            try removeFromPhotoshopResources(content.dropFirst(14), depth: depth)
        case 0xEE where view.has("Adobe", at: 0): try changes.zero(content.dropFirst(12))
        case 0xC0...0xC7, 0xC9...0xCF, 0xDB...0xDD:
            guard hasExactLength(marker, content) else { throw Self.damagedSegments }
        // Comments, and segments without a known meaning.
        default: try changes.fill(segment, with: 0xFF)
        }
    }

    /// The parameters of a gain map take less than 200 bytes.
    private static let gainMapLimit = 512

    /// Removes the thumbnail of a JFIF header.
    private mutating func removeThumbnail(_ content: Range<Int>) throws(MediaError) {
        guard content.count > 14 else { return }
        try changes.write([0, 0], at: content.lowerBound + 12)
        try changes.zero(content.dropFirst(14))
    }

    /// Whether a segment of the picture ends where its tables or components end.
    private func hasExactLength(_ marker: UInt8, _ content: Range<Int>) -> Bool {
        var position = content.lowerBound
        // The kind of a table is 0 or 1, and its number is at most 3.
        switch marker {
        case 0xC4:
            while position < content.upperBound, let kind = file.byte(at: position), kind & 0xEC == 0,
                let counts = file.part(at: position + 1, count: 16)
            {
                position += 17 + counts.reduce(0) { $0 + Int($1) }
            }
            return position == content.upperBound
        case 0xDB:
            while position < content.upperBound, let kind = file.byte(at: position), kind & 0xEC == 0 {
                position += kind >> 4 == 0 ? 65 : 129
            }
            return position == content.upperBound
        case 0xCC:
            let kinds = stride(from: position, to: content.upperBound, by: 2)
            return content.count % 2 == 0 && kinds.allSatisfy { file.byte(at: $0).map { $0 & 0xEC == 0 } ?? false }
        case 0xDA: return file.byte(at: position).map { content.count == 4 + 2 * Int($0) } ?? false
        case 0xDC, 0xDD: return content.count == 2
        default: return file.byte(at: position + 5).map { content.count == 6 + 3 * Int($0) } ?? false
        }
    }

    /// The parts of a colour profile, whose total size the profile states.
    private struct ProfileParts {
        private static let headerSize = 14
        private var number = 0
        private var remaining = 0

        /// Bytes behind the profile become zero.
        mutating func add(_ content: Range<Int>, _ removal: inout MetadataRemoval) throws(MediaError) {
            let part = content.dropFirst(ProfileParts.headerSize)
            guard content.count > ProfileParts.headerSize,
                let sequence = removal.file.byte(at: content.lowerBound + ProfileParts.headerSize - 2)
            else { return try removal.changes.zero(content) }
            if sequence == 1 {
                number = 0
                remaining = removal.file.uint32(at: part.lowerBound) ?? 0
            }
            number += 1
            guard number == Int(sequence) else {
                throw MediaError(.unsupported, "the parts of its colour profile aren't in order")
            }
            let kept = min(remaining, part.count)
            remaining -= kept
            try removal.changes.zero(part.dropFirst(kept))
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
        guard marker == 0xE1, content.count >= 75,
            file.has("http://ns.adobe.com/xmp/extension/\u{0}", at: content.lowerBound),
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
