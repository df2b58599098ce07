import Testing

@testable import MediaRequests

@Suite struct MediaTimeTests {
    @Test func `equal times can have different timescales`() {
        let half = MediaTime(value: 1, timescale: 2)
        #expect(half == MediaTime(value: 300, timescale: 600))
        #expect(Set([half, MediaTime(value: 45_000, timescale: 90_000)]).count == 1)
        #expect(MediaTime(value: 0, timescale: 600) == .zero)
        #expect(MediaTime(value: -1, timescale: 2) != half)
    }

    @Test func `times are ordered by their values`() {
        #expect(MediaTime(value: 1001, timescale: 30_000) > MediaTime(value: 1, timescale: 30))
        #expect(MediaTime(value: -1, timescale: 1) < .zero)
        #expect(MediaTime(value: .max, timescale: 1) > MediaTime(value: .max, timescale: 2))
        #expect(MediaTime(value: .min, timescale: 1) < MediaTime(value: .min, timescale: 2))
    }

    @Test func `seconds are rounded to the timescale, within the range`() {
        #expect(MediaTime(seconds: 0.5, timescale: 3) == MediaTime(value: 2, timescale: 3))
        #expect(MediaTime(seconds: .nan, timescale: 3).value == 0)
        #expect(MediaTime(seconds: .infinity, timescale: 3).value == .max)
        #expect(MediaTime(value: 5, timescale: 0).seconds == 0)
    }
}
