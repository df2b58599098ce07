import MediaContainers

/// The text at the end of motion photos by Huawei and Honor: `LIVE_` and the bytes from the video to the trailer.
struct HuaweiTrailer {
    private static let size = 40
    private static let mark: StaticString = "LIVE_"
    private static let digitLimit = 12
    /// Reports about the position from which the number counts differ by the trailer and some bytes.
    private static let tolerance = 64

    /// The places near the stated position that have the type of a movie's first box.
    let starts: [Int]

    /// Returns `nil` if the file doesn't end with such a trailer.
    init?(_ source: some ByteSource) {
        let end = source.count - Self.size
        guard let trailer = source.bytes(at: end, count: Self.size),
            let place = trailer.withUnsafeBytes({ $0.firstOffset(of: Self.mark) })
        else { return nil }
        let digits = trailer[(place + Self.mark.utf8CodeUnitCount)...].prefix { (0x30...0x39).contains($0) }
        guard digits.count <= Self.digitLimit, let length = Int(String(decoding: digits, as: UTF8.self)), length <= end
        else { return nil }
        let first = max(0, end - length - Self.tolerance)
        let last = min(end, end - length + Self.size + Self.tolerance)
        var starts: [Int] = []
        var position = first
        while let type = source.firstOffset(of: "ftyp", in: position..<last + 8) {
            starts.append(type - 4)
            position = type + 4
        }
        self.starts = starts
    }
}
