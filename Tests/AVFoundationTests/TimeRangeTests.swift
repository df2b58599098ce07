import AVFoundation
import Testing

@Suite struct TimeRangeTests {
    private func range(_ start: Double, _ end: Double) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(seconds: start, preferredTimescale: 600), end: CMTime(seconds: end, preferredTimescale: 600))
    }

    private func seconds(_ time: Double) -> CMTime { CMTime(seconds: time, preferredTimescale: 600) }

    @Test func `a range contains its start but not its end`() {
        #expect(range(1, 2).containsTime(seconds(1)))
        #expect(!range(1, 2).containsTime(seconds(2)))
        #expect(range(1, 2).end == seconds(2))
        #expect(range(1, 4).containsTimeRange(range(2, 4)))
        #expect(!range(1, 4).containsTimeRange(range(2, 5)))
    }

    @Test func `intersections and unions`() {
        #expect(range(1, 3).intersection(range(2, 5)) == range(2, 3))
        #expect(range(1, 2).intersection(range(3, 5)).isEmpty)
        #expect(range(1, 2).union(range(3, 5)) == range(1, 5))
        #expect(!range(1, 2).union(.invalid).isValid)
    }

    @Test func `invalid and infinite ranges`() {
        #expect(!CMTimeRange(start: .zero, duration: seconds(-1)).isValid)
        #expect(!CMTimeRange(start: .invalid, duration: seconds(1)).isValid)
        #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
        let endless = CMTimeRange(start: seconds(1), duration: .positiveInfinity)
        #expect(endless.end == .positiveInfinity)
        #expect(endless.containsTime(seconds(1e6)))
        #expect(endless.intersection(range(0, 3)) == range(1, 3))
        #expect(!CMTimeRangeGetEnd(.invalid).isValid)
    }

    @Test func `times map from one range to another`() {
        let (from, to) = (range(0, 1), range(1, 9))
        #expect(CMTimeMapTimeFromRangeToRange(seconds(0.5), fromRange: from, toRange: to) == seconds(5))
        #expect(CMTimeMapTimeFromRangeToRange(seconds(0), fromRange: from, toRange: to) == seconds(1))
        #expect(CMTimeMapTimeFromRangeToRange(seconds(1), fromRange: from, toRange: to) == seconds(9))
        #expect(CMTimeMapDurationFromRangeToRange(seconds(0.25), fromRange: from, toRange: to) == seconds(2))
        #expect(!CMTimeMapTimeFromRangeToRange(seconds(1), fromRange: range(1, 1), toRange: to).isValid)
    }

    @Test func `a mapping of odd timescales is exact`() {
        let from = CMTimeRange(start: .zero, duration: CMTime(value: 1001, timescale: 30_000))
        let to = CMTimeRange(start: .zero, duration: CMTime(value: 8008, timescale: 30_000))
        let third = CMTime(value: 1001, timescale: 90_000)
        #expect(
            CMTimeMapDurationFromRangeToRange(third, fromRange: from, toRange: to)
                == CMTime(value: 8008, timescale: 90_000))
    }

    @Test func `clamping and folding`() {
        #expect(CMTimeClampToRange(seconds(9), range: range(1, 2)) == seconds(2))
        #expect(CMTimeClampToRange(seconds(0), range: range(1, 2)) == seconds(1))
        #expect(CMTimeFoldIntoRange(seconds(-5), foldRange: range(2, 5)) == seconds(4))
        #expect(CMTimeFoldIntoRange(seconds(11), foldRange: range(2, 5)) == seconds(2))
        #expect(CMTimeFoldIntoRange(seconds(3), foldRange: range(2, 2)) == seconds(2))
        #expect(!CMTimeFoldIntoRange(.indefinite, foldRange: range(2, 5)).isValid)
    }

    @Test func `an empty mapping`() {
        let mapping = CMTimeMappingMakeEmpty(target: range(0, 1))
        #expect(mapping.isEmpty)
        #expect(mapping.isValid)
        #expect(!CMTimeMapping.invalid.isValid)
        #expect(!CMTimeMappingMake(source: range(0, 1), target: range(0, 2)).isEmpty)
    }
}
