import Testing

@testable import AlbumenCommand

@Suite struct ProgressMeterTests {
    /// Ten files and megabytes after five seconds.
    ///
    /// - Parameter hasTotal: Whether the total of forty files and megabytes is known.
    private func makeMeter(hasTotal: Bool = true) -> ProgressMeter {
        var meter = ProgressMeter(verb: "seen")
        if hasTotal { meter.total = ProgressMeter.Amount(files: 40, bytes: 40_000_000) }
        meter.sample(at: 0)
        meter.done = ProgressMeter.Amount(files: 10, bytes: 10_000_000)
        meter.sample(at: 5)
        return meter
    }

    @Test func `a line contains counts, remaining time and rates`() {
        #expect(makeMeter(hasTotal: false).plainLine == "seen 10 files, 2.0 files/s, 2.0 MB/s")
        let meter = makeMeter()
        #expect(meter.plainLine == "seen 10 of 40 files, 0:15 left, 2.0 files/s, 2.0 MB/s")
    }

    @Test(arguments: 1...200)
    func `a bar fits in the terminal`(_ width: Int) {
        #expect(makeMeter(hasTotal: false).barLine(width: width).count < width)
        #expect(makeMeter().barLine(width: width).count < width)
    }

    @Test func `a narrow bar drops rates first, then time, then counts`() {
        let meter = makeMeter()
        #expect(
            meter.barLine(width: 120)
                == "[##########------------------------------]  10 of 40 files  0:15 left  2.0 files/s  2.0 MB/s")
        #expect(meter.barLine(width: 42) == "[###---------]  10 of 40 files  0:15 left")
        #expect(meter.barLine(width: 40) == "[##--------]  10 of 40 files  0:15 left")
        #expect(meter.barLine(width: 39) == "[#####---------------]  10 of 40 files")
        #expect(meter.barLine(width: 12) == "10 of 40 fi")
    }

    @Test func `the share of the current file is shown, and counts for the bar and the remaining time`() {
        var meter = ProgressMeter(verb: "edited")
        meter.total = ProgressMeter.Amount(files: 2)
        meter.sample(at: 0)
        meter.share = 0.5
        meter.sample(at: 5)
        #expect(meter.plainLine.hasPrefix("edited 0 of 2 files, 50% of the current one, 0:15 left"))
        #expect(meter.barLine(width: 70).hasPrefix("[#"))
        meter.advance(by: ProgressMeter.Amount(files: 1), isWork: true)
        #expect(meter.plainLine.hasPrefix("edited 1 of 2 files, ") && !meter.plainLine.contains("%"))
    }

    @Test func `the rate covers the last seconds`() {
        var meter = makeMeter()
        for second in 6...40 {
            meter.done.files += 100
            meter.sample(at: Double(second))
        }
        #expect(meter.plainLine.contains("100 files/s"))
    }

    @Test func `without bytes the remaining time is computed from files`() {
        var meter = ProgressMeter(verb: "checked")
        meter.total = ProgressMeter.Amount(files: 90)
        meter.sample(at: 10)
        meter.done = ProgressMeter.Amount(files: 30)
        meter.sample(at: 20)
        #expect(meter.plainLine == "checked 30 of 90 files, 0:20 left, 3.0 files/s")
    }

    @Test func `another part of the operation counts other things`() {
        var meter = ProgressMeter(verb: "decoded", noun: "large picture")
        meter.total = ProgressMeter.Amount(files: 12)
        meter.sample(at: 0)
        meter.advance(by: ProgressMeter.Amount(files: 4), isWork: true)
        meter.sample(at: 8)
        #expect(meter.plainLine == "decoded 4 of 12 large pictures, 0:16 left, 0.5 large pictures/s")
    }

    @Test func `files that need no work don't change the remaining time of others`() {
        var meter = ProgressMeter(verb: "seen")
        meter.total = ProgressMeter.Amount(files: 1100, bytes: 0, effort: 1100)
        meter.sample(at: 0)
        meter.advance(by: ProgressMeter.Amount(files: 1000, bytes: 0, effort: 1000), isWork: false)
        meter.sample(at: 3)
        #expect(!meter.plainLine.contains("left"))
        meter.advance(by: ProgressMeter.Amount(files: 10, bytes: 0, effort: 10), isWork: true)
        meter.sample(at: 13)
        #expect(meter.plainLine.hasPrefix("seen 1010 of 1100 files, 1:30 left, "))
    }
}
