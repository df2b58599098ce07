/// The boxes of an ISO or QuickTime movie, as far as libavformat does not tell of them.
struct MovieBoxes {
    private struct Box {
        var name: String
        var contentOffset: Int64
        var end: Int64
    }

    private static let boxLimit = 10_000
    /// More tracks, and more boxes in a track, than any camera writes.
    private static let trackLimit = 256
    private static let trackBoxLimit = 256
    /// The sample entries of common encryption (ISO/IEC 23001-7) and of FairPlay.
    private static let encryptedEntries: Set = ["encv", "enca", "drmi", "drms"]
    private static let dateLimitInBytes = 64

    /// Where the last top-level box ends by its own account: past the file's end where the file is cut short.
    let declaredEnd: Int64
    /// Whether there are sound or pictures, and not their description alone.
    let hasMediaData: Bool
    /// The date that Apple's Photos writes into a movie's user data, as text; libavformat passes over it.
    let userDate: String?
    /// Whether a track's samples are encrypted. libavformat opens such a movie as if it weren't, and its frames look damaged.
    let isEncrypted: Bool

    init(_ source: DescriptorSource) {
        let top = Self.boxes(of: source, in: 0..<source.count)
        declaredEnd = top.last?.end ?? 0
        hasMediaData = Self.first("mdat", top) != nil
        isEncrypted = Self.first("moov", top).map { Self.hasEncryptedTrack(source, in: $0) } ?? false
        userDate = Self.first("moov", top)
            .flatMap { Self.first("udta", Self.boxes(of: source, in: $0)) }
            .flatMap { Self.first("date", Self.boxes(of: source, in: $0)) }
            .flatMap { Self.text(of: source, in: $0) }
    }

    private static func hasEncryptedTrack(_ source: DescriptorSource, in movie: Range<Int64>) -> Bool {
        boxes(of: source, in: movie).filter { $0.name == "trak" }.prefix(trackLimit).contains { track in
            let path = ["mdia", "minf", "stbl", "stsd"]
            let content = track.contentOffset <= track.end ? track.contentOffset..<track.end : nil
            let descriptions = path.reduce(content) { range, name in
                range.flatMap { first(name, boxes(of: source, in: $0, limit: trackBoxLimit)) }
            }
            return descriptions.map { hasEncryptedEntry(source, in: $0) } ?? false
        }
    }

    /// Behind a version, flags and a count there is a box for each way in which samples are coded.
    private static func hasEncryptedEntry(_ source: DescriptorSource, in descriptions: Range<Int64>) -> Bool {
        let start = descriptions.lowerBound + 8
        guard start < descriptions.upperBound else { return false }
        return boxes(of: source, in: start..<descriptions.upperBound, limit: trackBoxLimit)
            .contains { encryptedEntries.contains($0.name) }
    }

    private static func first(_ name: String, _ boxes: [Box]) -> Range<Int64>? {
        boxes.first { $0.name == name && $0.contentOffset <= $0.end }.map { $0.contentOffset..<$0.end }
    }

    /// Some cameras leave a few zeros or notes of their own behind the last box; there the boxes end.
    private static func boxes(
        of source: DescriptorSource, in range: Range<Int64>, limit: Int = boxLimit
    ) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while boxes.count < limit, offset < min(range.upperBound, source.count) {
            let header = source.bytes(at: offset, limit: 16)
            guard header.count >= 8, header[4..<8].allSatisfy({ $0 >= 0x20 }) else { break }
            var length = number(header[..<4])
            var headerCount: Int64 = 8
            if length == 1 {
                length = header.count == 16 ? number(header[8...]) : 16
                headerCount = 16
            } else if length == 0 {
                length = range.upperBound - offset
            }
            guard length >= headerCount, length < 1 << 48 else { break }
            let name = String(decoding: header[4..<8], as: UTF8.self)
            boxes.append(Box(name: name, contentOffset: offset + headerCount, end: offset + length))
            offset += length
        }
        return boxes
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private static func text(of source: DescriptorSource, in range: Range<Int64>) -> String? {
        let count = Int(clamping: range.upperBound - range.lowerBound)
        guard (1...dateLimitInBytes).contains(count) else { return nil }
        return String(decoding: source.bytes(at: range.lowerBound, limit: count), as: UTF8.self)
    }
}
