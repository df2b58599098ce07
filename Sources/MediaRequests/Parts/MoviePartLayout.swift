/// The spans of a movie's parts.
///
/// The first frame waits for the whole first part. So the first parts of encoded frames are short, and each part is
/// made while those before it play. Copied packets take little time, and short parts would often have no keyframe.
package struct MoviePartLayout: Sendable, Equatable {
    /// The duration of the parts after the first ones, in seconds. The last part can be shorter or slightly longer.
    package static let durationInSeconds = 4.0
    /// The largest number of parts: two days.
    package static let countLimit = 43_200
    /// A rest that is shorter than this belongs to the last part, as does a rest of less than half a part.
    private static let longestJoinedRest = 0.5
    /// The longest time without a frame at the start of a part, in seconds.
    private static let longestGap = 0.25

    /// The durations of the first parts, in seconds.
    package let firstDurations: [Double]

    package init(_ form: MoviePartForm) {
        firstDurations =
            switch form {
            case .copied: []
            case .lines: [0.25, 0.25, 0.5, 1, 2]
            }
    }

    /// Returns the start of a part in seconds since the movie's start.
    package func start(of number: Int) -> Double {
        let first = firstDurations.prefix(max(0, number)).reduce(0, +)
        return first + Double(number - min(number, firstDurations.count)) * Self.durationInSeconds
    }

    /// Returns the duration of a part in seconds, if it isn't the last one.
    package func duration(of number: Int) -> Double {
        firstDurations.indices.contains(number) ? firstDurations[number] : Self.durationInSeconds
    }

    /// Returns the longest time that the frame before a part may last into it, in seconds. If no frame begins within
    /// this time, the part begins with the frame before. A part is longer, so it always has a frame.
    package func gap(of number: Int) -> Double {
        min(Self.longestGap, duration(of: number) / 4)
    }

    /// Returns the number of parts of a movie, which is at least one.
    package func count(durationInSeconds duration: Double) -> Int {
        guard duration.isFinite, duration > 0 else { return 1 }
        let first = firstDurations.reduce(0, +)
        if duration > first + Self.longestJoinedRest {
            let further = ((duration - first - Self.longestJoinedRest) / Self.durationInSeconds).rounded(.up)
            return Int(min(Double(Self.countLimit), Double(firstDurations.count) + further))
        }
        let last = firstDurations.indices.last { number in
            duration - start(of: number) > min(Self.longestJoinedRest, firstDurations[number] / 2)
        }
        return (last ?? 0) + 1
    }
}
