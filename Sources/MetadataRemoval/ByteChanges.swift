import MediaContainers
import MediaRequests

/// Changes of a file's bytes that keep its size. They apply in order, so that later changes win.
struct ByteChanges {
    /// The file without the changes.
    let original: ByteView
    private(set) var all: [ByteChange] = []

    /// The most changes of a file. Cameras write far fewer.
    private static let limit = 200_000

    init(of original: ByteView) {
        self.original = original
    }

    /// Overwrites a range with zeros. Ignores ranges that are zero already.
    mutating func zero(_ range: Range<Int>) throws(MediaError) {
        try fill(range, with: 0)
    }

    /// Overwrites a range with a byte. Ignores the parts at both ends that have this byte already.
    mutating func fill(_ range: Range<Int>, with byte: UInt8) throws(MediaError) {
        let range = range.clamped(to: 0..<original.count)
        guard let bytes = original.part(at: range.lowerBound, count: range.count),
            let first = bytes.firstIndex(where: { $0 != byte }), let last = bytes.lastIndex(where: { $0 != byte })
        else { return }
        try add(.fill(range.lowerBound + first..<range.lowerBound + last + 1, byte))
    }

    /// Writes bytes at an offset. Ignores bytes that are there already.
    mutating func write(_ bytes: [UInt8], at offset: Int) throws(MediaError) {
        guard let current = original.part(at: offset, count: bytes.count) else {
            throw MediaError(.unreadable, "its metadata passes its end")
        }
        if current.elementsEqual(bytes), !all.contains(where: { $0.range.overlaps(offset..<offset + bytes.count) }) {
            return
        }
        try add(.write(bytes, at: offset))
    }

    private mutating func add(_ change: ByteChange) throws(MediaError) {
        guard all.count < Self.limit else { throw MediaError(.limitExceeded, "it has too much metadata") }
        all.append(change)
    }

    /// Returns the bytes of a range with the changes since the one with index `first`.
    func current(_ range: Range<Int>, since first: Int) -> [UInt8] {
        guard let part = original.part(at: range.lowerBound, count: range.count) else { return [] }
        var bytes = Array(part)
        for change in all[first...] where change.range.overlaps(range) {
            let common = change.range.clamped(to: range)
            for position in common { bytes[position - range.lowerBound] = change.byte(at: position) }
        }
        return bytes
    }

    /// Drops the changes since the one with index `first`.
    mutating func drop(since first: Int) {
        all.removeSubrange(first...)
    }
}
