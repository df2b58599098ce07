public import Foundation

extension NSValue {
    /// Creates an object for a time, as `AVAssetImageGenerator` takes it.
    public convenience init(time: CMTime) {
        self.init(bytes: Self.parts(time), objCType: Self.timeType)
    }

    /// Creates an object for a time range.
    public convenience init(timeRange: CMTimeRange) {
        self.init(bytes: Self.parts(timeRange.start) + Self.parts(timeRange.duration), objCType: Self.timeRangeType)
    }

    /// The time, or an invalid time if the object holds another type.
    public var timeValue: CMTime {
        parts(Self.timeType, count: 3).map { Self.time($0[0...]) } ?? .invalid
    }

    /// The time range, or an invalid one if the object holds another type.
    public var timeRangeValue: CMTimeRange {
        guard let parts = parts(Self.timeRangeType, count: 6) else { return .invalid }
        return CMTimeRange(start: Self.time(parts[0...]), duration: Self.time(parts[3...]))
    }

    // Foundation on Linux stores arrays, but no structures.
    private static var timeType: String { "[3q]" }
    private static var timeRangeType: String { "[6q]" }

    private static func parts(_ time: CMTime) -> [Int64] {
        [time.value, Int64(time.timescale) << 32 | Int64(time.flags.rawValue), time.epoch]
    }

    private static func time(_ parts: ArraySlice<Int64>) -> CMTime {
        let start = parts.startIndex
        return CMTime(
            value: parts[start], timescale: Int32(truncatingIfNeeded: parts[start + 1] >> 32),
            flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: parts[start + 1])), epoch: parts[start + 2])
    }

    private func parts(_ type: String, count: Int) -> [Int64]? {
        guard String(cString: objCType) == type else { return nil }
        var parts = [Int64](repeating: 0, count: count)
        parts.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { getValue(start) }
        }
        return parts
    }
}
