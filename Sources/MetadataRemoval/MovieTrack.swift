import MediaContainers
import MediaRequests

/// A track of a movie, as far as it decides whether the track stays and where its samples are.
struct MovieTrack {
    private let file: ByteView
    private let media: BoxSequence<ByteView>?
    private let table: BoxSequence<ByteView>?

    init(_ file: ByteView, _ boxes: BoxSequence<ByteView>) {
        self.file = file
        media = boxes.inside("mdia")
        table = media?.inside("minf")?.inside("stbl")
    }

    /// Whether the track has pictures, sound or time codes, or timed metadata that can't have a place.
    var isKept: Bool {
        switch media?.first("hdlr").flatMap({ file.code(at: $0.content.lowerBound + 8) }) {
        case "vide", "soun", "tmcd", "auxv", "pict": true
        case "meta": hasHarmlessKeys
        default: false
        }
    }

    /// Apple's timed metadata name their keys. Those of other makers are unknown.
    private var hasHarmlessKeys: Bool {
        guard let entries = table?.inside("stsd", after: 8) else { return false }
        var count = 0
        for entry in entries {
            guard entry.type == "mebx", let keys = entries.inside(entry, after: 8).first("keys") else { return false }
            // The types of the keys are numbers.
            let all = BoxSequence(file, in: keys.content.clamped(to: entries.range), acceptsAnyType: true)
            for key in all {
                guard let declaration = all.inside(key).first("keyd"),
                    let bytes = file.part(at: declaration.content.lowerBound + 4, count: declaration.content.count - 4)
                else { return false }
                let name = String(decoding: bytes, as: UTF8.self)
                guard name.hasPrefix("com.apple.quicktime."), !RemovedMetadata.location.includes(key: name) else {
                    return false
                }
                count += 1
            }
        }
        return count > 0
    }

    /// Calls the body with the range of each chunk of samples, relative to the start of the movie.
    func forEachChunk(_ body: (Range<Int>) -> Void) throws(MediaError) {
        guard let table else { throw Self.damaged }
        let isShort = table.first("stco") != nil
        guard let offsets = table.first("stco") ?? table.first("co64"), let runs = table.first("stsc"),
            let chunkCount = file.uint32(at: offsets.content.lowerBound + 4),
            let runCount = file.uint32(at: runs.content.lowerBound + 4),
            offsets.content.count >= 8 + chunkCount * (isShort ? 4 : 8), runs.content.count >= 8 + runCount * 12
        else { throw Self.damaged }
        var sizes = try SampleSizes(file, table)
        var run = 0
        for chunk in 0..<chunkCount {
            func first(_ run: Int) -> Int? { file.uint32(at: runs.content.lowerBound + 8 + run * 12) }
            while run + 1 < runCount, let next = first(run + 1), next <= chunk + 1 { run += 1 }
            guard run < runCount, let count = file.uint32(at: runs.content.lowerBound + 12 + run * 12),
                let offset = isShort
                    ? file.uint32(at: offsets.content.lowerBound + 8 + chunk * 4)
                    : file.uint64(at: offsets.content.lowerBound + 8 + chunk * 8)
            else { throw Self.damaged }
            body(offset..<offset + (try sizes.next(count)))
        }
    }

    fileprivate static let damaged = MediaError(.unsupported, "the places of its samples are damaged")
}

/// The sizes of a track's samples in order.
private struct SampleSizes {
    private let file: ByteView
    private let entries: Int
    private let count: Int
    /// The number of bits of an entry, or 0 if all samples have the same size.
    private let width: Int
    private let commonSize: Int
    private var position = 0

    init(_ file: ByteView, _ table: BoxSequence<ByteView>) throws(MediaError) {
        self.file = file
        guard let box = table.first("stsz") ?? table.first("stz2"),
            let size = file.uint32(at: box.content.lowerBound + 4),
            let count = file.uint32(at: box.content.lowerBound + 8)
        else { throw MovieTrack.damaged }
        entries = box.content.lowerBound + 12
        self.count = count
        commonSize = box.type == "stsz" ? size : 0
        width = box.type == "stz2" ? size & 0xFF : size == 0 ? 32 : 0
        guard [0, 4, 8, 16, 32].contains(width), box.content.count - 12 >= count * width / 8 else {
            throw MovieTrack.damaged
        }
    }

    /// Returns the sum of the sizes of the next samples. A table with too few of them ends the track.
    mutating func next(_ number: Int) throws(MediaError) -> Int {
        let end = min(position + number, count)
        defer { position = end }
        if width == 0 { return (end - position) * commonSize }
        var sum = 0
        for index in position..<end {
            let size =
                switch width {
                case 32: file.uint32(at: entries + index * 4)
                case 16: file.uint16(at: entries + index * 2)
                case 8: file.byte(at: entries + index).map(Int.init)
                default: file.byte(at: entries + index / 2).map { Int(index % 2 == 0 ? $0 >> 4 : $0 & 15) }
                }
            guard let size else { throw MovieTrack.damaged }
            sum += size
        }
        return sum
    }
}

/// The samples of the tracks that stay, and the parts of items.
struct KeptSamples {
    /// Where the movie starts in its file. Offsets in a movie count from there.
    let start: Int
    var isFragmented = false
    var hasHeader = false
    /// Whether a track was removed.
    var leavesOutTracks = false
    private var ranges: [Range<Int>] = []

    init(start: Int) {
        self.start = start
    }

    mutating func add(_ track: MovieTrack) throws(MediaError) {
        var added: [Range<Int>] = []
        let start = start
        try track.forEachChunk { added.append(start + $0.lowerBound..<start + $0.upperBound) }
        ranges += added
    }

    mutating func add(_ parts: [Range<Int>]) {
        ranges += parts
    }

    /// The samples in the order of the file, without gaps between neighbors.
    func merged() -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
