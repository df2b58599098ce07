import AlbumenTestSupport
import Foundation
import SystemCalls
import Testing

@testable import Albumen

/// The problems that follow from the facts about a library.
@Suite struct HealthExaminationTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let day: TimeInterval = 86_400

    private func problems(free: Int64, samples: [(days: Double, free: Int64)] = []) -> [HealthProblem] {
        let space = samples.map { HealthRecord.SpaceSample(date: Self.now - $0.days * Self.day, freeInBytes: $0.free) }
        return HealthExamination(
            damages: [], cloud: nil, watchedFolders: [], space: DiskSpace(freeInBytes: free, totalInBytes: 1 << 40),
            fullDate: SpaceForecast(space).fullDate(free: free, now: Self.now), unreadItems: 0, examination: nil,
            now: Self.now
        ).problems
    }

    @Test func `what a server found on the machine is a problem for 90 days`() {
        let problem = HealthProblem(.mediaWorker, isFault: true, "There is no worker.", remedy: "Install it.")
        for (days, isKnown) in [(0.0, true), (89, true), (91, false), (-1, false)] {
            let problems = HealthExamination(
                damages: [], cloud: nil, watchedFolders: [], space: nil, fullDate: nil, unreadItems: 0,
                examination: HealthRecord.Examination([problem], at: Self.now - days * Self.day), now: Self.now
            ).problems
            #expect(problems == (isKnown ? [problem] : []), "after \(days) days")
        }
    }

    @Test func `a disk without room is a problem`() {
        #expect(problems(free: 1 << 30).map(\.code) == [.fullDisk])
        #expect(problems(free: 100 << 30).isEmpty)
    }

    @Test func `a disk that will be full within a month is a problem`() {
        // 10 GB in 10 days, and 20 GB are left.
        #expect(problems(free: 20 << 30, samples: [(10, 30 << 30)]).map(\.code) == [.littleSpace])
        #expect(problems(free: 100 << 30, samples: [(10, 110 << 30)]).isEmpty)
        #expect(problems(free: 20 << 30, samples: [(2, 30 << 30)]).isEmpty, "too few days")
        #expect(problems(free: 20 << 30, samples: [(10, 20 << 30)]).isEmpty, "the disk doesn't fill")
    }

    @Test func `a day has one sample, and a clock that goes back starts anew`() {
        var record = HealthRecord()
        for hour in 0..<48 { record.note(freeInBytes: 1, at: Self.now + TimeInterval(hour) * 3600) }
        #expect(record.space.count == 3 || record.space.count == 2)
        record.note(freeInBytes: 2, at: Self.now - 10 * Self.day)
        #expect(record.space.count == 1)
        for day in 0..<200 { record.note(freeInBytes: 1, at: Self.now + TimeInterval(day) * Self.day) }
        #expect(record.space.count == 90)
    }
}
