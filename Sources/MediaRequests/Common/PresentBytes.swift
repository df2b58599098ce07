/// The bytes of a file that are on this machine, while the others are being downloaded or aren't needed.
package struct PresentBytes: Codable, Sendable, Equatable {
    /// The largest number of ranges in a request. 32 GB of a file have no more.
    private static let rangeLimit = 2000

    private let ranges: [Range<Int64>]

    /// - Parameter ranges: The ranges in ascending order, which don't touch each other.
    package init(_ ranges: [Range<Int64>]) {
        self.ranges = Array(ranges.prefix(Self.rangeLimit))
    }

    /// Returns the number of bytes from an offset to the first missing byte.
    package func count(from offset: Int64) -> Int64 {
        guard let range = ranges.last(where: { $0.lowerBound <= offset }) else { return 0 }
        return max(0, range.upperBound - offset)
    }
}
