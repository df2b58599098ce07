import MediaContainers
import MediaRequests

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
        let segments = JPEGSegmentSequence(file, in: range)
        var iterator = segments.makeIterator()
        var extended: [ExtendedPart] = []
        var profile = ProfileParts()
        var hasScan = false
        while let segment = iterator.next() {
            guard segments.holdsWhole(segment), !segment.isLengthTooSmall else { throw Self.damagedSegments }
            try changes.fill(segment.stray, with: 0xFF)
            switch (segment.marker, segments.applicationData(of: segment)) {
            case (JPEGSegment.endOfImage, _):
                try removeExtendedXMP(extended)
                return segment.range.upperBound
            case (JPEGSegment.startOfScan, _):
                guard hasExactLength(segment.marker, segment.content) else { throw Self.damagedSegments }
                hasScan = true
            case (_, .extendedXMP):
                if let part = extendedPart(segment) { extended.append(part) } else { try remove(segment) }
            case (_, .colourProfile):
                try profile.add(segment.content, &self)
            case (_, let kind):
                try removeFromSegment(segment, kind, depth: depth)
            }
        }
        guard hasScan, !iterator.isDamaged else { throw Self.damagedSegments }
        try changes.fill(iterator.position..<range.upperBound, with: 0xFF)
        try removeExtendedXMP(extended)
        return range.upperBound
    }

    private mutating func remove(_ segment: JPEGSegment) throws(MediaError) {
        try changes.fill(segment.range, with: 0xFF)
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

    private mutating func removeFromSegment(
        _ segment: JPEGSegment, _ kind: JPEGApplicationData?, depth: Int
    ) throws(MediaError) {
        let content = segment.content
        let data = content.dropFirst(kind?.markLength ?? 0)
        switch kind {
        case .jfif where content.count >= 14: try removeThumbnail(content)
        case .exif, .multiPicture: if try !removeFromExif(data, depth: depth) { try remove(segment) }
        case .xmp: if try !removeFromXMP(data) { try remove(segment) }
        case .gainMap where content.count <= Self.gainMapLimit: break
        case .photoshop: try removeFromPhotoshopResources(data, depth: depth)
        case .adobe: try changes.zero(content.dropFirst(12))
        case nil where Self.isPartOfPicture(segment.marker):
            guard hasExactLength(segment.marker, content) else { throw Self.damagedSegments }
        // Comments, and segments without a known meaning.
        case .jfif, .gainMap, .extendedXMP, .colourProfile, nil: try remove(segment)
        }
    }

    /// Whether a segment has tables or a frame.
    private static func isPartOfPicture(_ marker: UInt8) -> Bool {
        switch marker {
        case 0xC0...0xC7, 0xC9...0xCF, 0xDB...0xDD: true
        default: false
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

    private func extendedPart(_ segment: JPEGSegment) -> ExtendedPart? {
        guard segment.content.count >= 75, let offset = file.uint32(at: segment.content.lowerBound + 71) else {
            return nil
        }
        return ExtendedPart(text: segment.content.dropFirst(75), segment: segment.range, offset: offset)
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
