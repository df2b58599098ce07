/// The bytes of the pieces of a blob.
struct PieceRanges: Sendable {
    let size: Int64
    let count: Int

    /// Returns the bytes of a piece.
    subscript(index: Int) -> Range<Int64> {
        let start = Int64(index) * RemoteUpload.pieceSize
        return start..<max(start, min(size, start + RemoteUpload.pieceSize))
    }

    /// Returns the pieces that have some of these bytes.
    func indices(with range: Range<Int64>) -> Range<Int> {
        let range = range.clamped(to: 0..<size)
        guard !range.isEmpty else { return 0..<0 }
        return Int(range.lowerBound / RemoteUpload.pieceSize)..<Int((range.upperBound - 1) / RemoteUpload.pieceSize) + 1
    }

    /// Returns the bytes of the pieces whose value is the wanted one. Neighbours become one range.
    func ranges(of values: [Bool], that wanted: Bool) -> [Range<Int64>] {
        var ranges: [Range<Int64>] = []
        for (index, value) in values.enumerated() where value == wanted {
            let piece = self[index]
            if let last = ranges.last, last.upperBound == piece.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<piece.upperBound
            } else {
                ranges.append(piece)
            }
        }
        return ranges
    }
}
