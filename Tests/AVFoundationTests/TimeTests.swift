import AVFoundation
import Testing

@Suite struct TimeTests {
    private func time(_ value: Int64, _ timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

    private func expect(
        _ time: CMTime, _ value: Int64, _ timescale: Int32, rounded: Bool = false,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(time.value == value, sourceLocation: location)
        #expect(time.timescale == timescale, sourceLocation: location)
        #expect(time.hasBeenRounded == rounded, sourceLocation: location)
    }

    @Test func `a sum has the least common multiple of both timescales`() {
        expect(time(1, 3) + time(1, 2), 5, 6)
        expect(time(1, 600) + time(5, 600), 6, 600)
        expect(time(1, 600) - time(1, 90_000), 149, 90_000)
    }

    @Test func `a sum whose timescale is too large is rounded`() {
        expect(time(1, 1_000_000_007) + time(1, 998_244_353), 4, Int32(kCMTimeMaxTimescale), rounded: true)
    }

    @Test func `a value that doesn't fit halves the timescale, and becomes infinite in the end`() {
        expect(time(.max, 600) + time(.max, 600), .max, 300)
        #expect((time(.max, 1) + time(1, 1)).isPositiveInfinity)
        #expect((time(.min, 1) - time(1, 1)).isNegativeInfinity)
        #expect(CMTimeMultiply(time(.max, 1), multiplier: -2).isNegativeInfinity)
        expect(CMTimeMultiply(time(.max, 2), multiplier: 2), .max, 1)
    }

    @Test func `sums of times that aren't numbers`() {
        let (plus, minus, unknown) = (CMTime.positiveInfinity, CMTime.negativeInfinity, CMTime.indefinite)
        #expect(plus + plus == plus)
        #expect(minus + minus == minus)
        #expect(!(plus + minus).isValid)
        #expect(!(minus + plus).isValid)
        #expect(!(plus - plus).isValid)
        #expect(plus - minus == plus)
        #expect(minus - plus == minus)
        #expect(plus + time(1, 1) == plus)
        #expect((unknown + time(1, 1)).isIndefinite)
        #expect(unknown + plus == plus)
        #expect(!(CMTime.invalid + plus).isValid)
    }

    @Test func `times of different timelines can be compared but not added`() {
        let first = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 1)
        let second = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 2)
        #expect(!(first + second).isValid)
        #expect(first < second)
        #expect((first - CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 1)).epoch == 0)
        #expect((first + time(1, 1)).epoch == 1)
    }

    @Test func `the order of all kinds of times`() {
        let order = [
            CMTime.negativeInfinity, time(-1, 1), time(1, 3), time(1, 2), .indefinite, .positiveInfinity, .invalid,
        ]
        for (index, one) in order.enumerated() {
            for (otherIndex, other) in order.enumerated() {
                let expected: Int32 = index < otherIndex ? -1 : index > otherIndex ? 1 : 0
                #expect(CMTimeCompare(one, other) == expected)
            }
        }
        #expect(CMTimeMinimum(time(1, 2), time(1, 3)) == time(1, 3))
        #expect(CMTimeMaximum(time(1, 2), .invalid) == .invalid)
    }

    @Test func `equal times of different timescales have the same hash`() {
        #expect(time(1, 2) == time(300, 600))
        #expect(Set([time(1, 2), time(300, 600), time(2, 2)]).count == 2)
    }

    @Test(arguments: [
        (CMTimeRoundingMethod.roundHalfAwayFromZero, Int64(3), Int64(-3)), (.roundTowardZero, 2, -2),
        (.roundAwayFromZero, 3, -3), (.quickTime, 2, -2), (.roundTowardPositiveInfinity, 3, -2),
        (.roundTowardNegativeInfinity, 2, -3),
    ])
    func `rounding of two and a half`(_ method: CMTimeRoundingMethod, _ positive: Int64, _ negative: Int64) {
        expect(time(25, 100).convertScale(10, method: method), positive, 10, rounded: true)
        expect(time(-25, 100).convertScale(10, method: method), negative, 10, rounded: true)
    }

    @Test func `QuickTime's rounding goes away from zero for larger timescales and never to zero from below`() {
        expect(time(1, 3).convertScale(10, method: .quickTime), 4, 10, rounded: true)
        expect(time(-1, 300).convertScale(10, method: .quickTime), -1, 10, rounded: true)
        expect(time(1, 300).convertScale(10, method: .quickTime), 0, 10, rounded: true)
    }

    @Test func `conversions to other timescales`() {
        expect(time(1, 2).convertScale(600, method: .default), 300, 600)
        #expect(!time(1, 2).convertScale(0, method: .default).isValid)
        #expect(time(.max, 1).convertScale(600, method: .default).isPositiveInfinity)
        #expect(CMTime.indefinite.convertScale(600, method: .default).isIndefinite)
        #expect(CMTime.negativeInfinity.convertScale(600, method: .default) == .negativeInfinity)
    }

    @Test func `seconds become the nearest time`() {
        expect(CMTime(seconds: 0.5, preferredTimescale: 600), 300, 600)
        expect(CMTimeMakeWithSeconds(0.0001, preferredTimescale: 600), 0, 600, rounded: true)
        let large = CMTimeMakeWithSeconds(1e15, preferredTimescale: 600_000)
        #expect(large.timescale < 600_000)
        #expect(abs(large.seconds - 1e15) < 1)
        #expect(CMTimeMakeWithSeconds(1e30, preferredTimescale: 600).isPositiveInfinity)
        #expect(CMTimeMakeWithSeconds(-.infinity, preferredTimescale: 600).isNegativeInfinity)
        #expect(!CMTimeMakeWithSeconds(.nan, preferredTimescale: 600).isValid)
        #expect(!CMTimeMakeWithSeconds(1, preferredTimescale: 0).isValid)
    }

    @Test func `times as seconds`() {
        #expect(time(300, 600).seconds == 0.5)
        #expect(CMTime.positiveInfinity.seconds == .infinity)
        #expect(CMTimeGetSeconds(.negativeInfinity) == -.infinity)
        #expect(CMTime.invalid.seconds.isNaN)
        #expect(CMTime.indefinite.seconds.isNaN)
    }

    @Test func `products`() {
        expect(CMTimeMultiply(time(7, 600), multiplier: 3), 21, 600)
        expect(CMTimeMultiplyByFloat64(time(1, 600), multiplier: 0.5), 64, 76_800)
        expect(CMTimeMultiplyByRatio(time(600, 600), multiplier: 1, divisor: 2), 300, 600)
        expect(CMTimeMultiplyByRatio(time(7, 6), multiplier: 1, divisor: 9), 7, 54)
        #expect(CMTimeMultiplyByRatio(time(1, 1), multiplier: -1, divisor: 0).isNegativeInfinity)
        #expect(!CMTimeMultiplyByRatio(.zero, multiplier: 1, divisor: 0).isValid)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: -1).isNegativeInfinity)
        #expect(CMTimeMultiply(.indefinite, multiplier: 2).isIndefinite)
        #expect(!CMTimeMultiplyByFloat64(time(1, 1), multiplier: .nan).isValid)
        #expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: 1e30).isPositiveInfinity)
    }

    @Test func `a rounded operand makes the result rounded`() {
        let rounded = CMTimeMakeWithSeconds(0.0001, preferredTimescale: 600)
        #expect((rounded + time(1, 600)).hasBeenRounded)
        #expect(CMTimeMultiply(rounded, multiplier: 2).hasBeenRounded)
    }

    @Test func `absolute values`() {
        #expect(CMTimeAbsoluteValue(time(-1, 2)) == time(1, 2))
        #expect(CMTimeAbsoluteValue(.negativeInfinity) == .positiveInfinity)
        #expect(!CMTimeAbsoluteValue(.invalid).isValid)
    }

    @Test func `times in NSValue objects`() {
        let time = CMTimeMakeWithEpoch(value: -7, timescale: 90_000, epoch: 3)
        #expect(NSValue(time: time).timeValue == time)
        #expect(NSValue(time: .indefinite).timeValue.isIndefinite)
        #expect(NSValue(time: time) == NSValue(time: time))
        #expect(!NSNumber(value: 1).timeValue.isValid)
        let range = CMTimeRange(start: time, duration: self.time(1, 2))
        #expect(NSValue(timeRange: range).timeRangeValue == range)
    }
}
