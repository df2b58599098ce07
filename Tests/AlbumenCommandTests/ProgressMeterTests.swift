import Testing

@testable import AlbumenCommand

@Suite struct ProgressMeterTests {
    /// Ten of forty files and megabytes after five seconds.
    private func makeMeter() -> ProgressMeter {
        var meter = ProgressMeter(verb: "seen")
        meter.sample(at: 0)
        meter.done = ProgressMeter.Amount(files: 10, bytes: 10_000_000)
        meter.sample(at: 5)
        return meter
    }

    @Test func `a line contains counts, remaining time and rates`() {
        var meter = makeMeter()
        #expect(meter.plainLine == "seen 10 files, 2.0 files/s, 2.0 MB/s")
        meter.total = ProgressMeter.Amount(files: 40, bytes: 40_000_000)
        #expect(meter.plainLine == "seen 10 of 40 files, 0:15 left, 2.0 files/s, 2.0 MB/s")
    }

    @Test(arguments: 1...200)
    func `a bar fits in the terminal`(_ width: Int) {
        var meter = makeMeter()
        #expect(meter.barLine(width: width).count < width)
        meter.total = ProgressMeter.Amount(files: 40, bytes: 40_000_000)
        #expect(meter.barLine(width: width).count < width)
    }

    @Test func `a narrow bar drops rates first, then time, then counts`() {
        var meter = makeMeter()
        meter.total = ProgressMeter.Amount(files: 40, bytes: 40_000_000)
        #expect(
            meter.barLine(width: 120)
                == "[##########------------------------------]  10 of 40 files  0:15 left  2.0 files/s  2.0 MB/s")
        #expect(meter.barLine(width: 42) == "[###---------]  10 of 40 files  0:15 left")
        #expect(meter.barLine(width: 40) == "[##--------]  10 of 40 files  0:15 left")
        #expect(meter.barLine(width: 39) == "[#####---------------]  10 of 40 files")
        #expect(meter.barLine(width: 12) == "10 of 40 fi")
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
}
