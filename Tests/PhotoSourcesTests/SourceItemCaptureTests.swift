import Foundation
import PhotoSources
import Records
import Testing

/// The date of an item whose source knows no time zones (imports 2.2, 6).
@Suite struct SourceItemCaptureTests {
    private let time = Date(timeIntervalSince1970: 1_562_000_000)

    private func resolved(
        _ change: (inout SourceItem) -> Void, isVideo: Bool = false, file: SourceCapture.FileTime?
    ) -> SourceFacts.Capture? {
        var item = SourceItem(identifier: "1", name: "a", isVideo: isVideo)
        item.facts.capture = .known(.init(date: time, utcOffset: nil))
        change(&item)
        item.resolveCapture(file: file)
        // Deciding again changes nothing.
        let first = item.facts.capture
        item.resolveCapture(file: .init(localTime: time.addingTimeInterval(500_000)))
        #expect(item.facts.capture == first)
        return first.value
    }

    @Test func `a local time that is the file's takes its time zone, and another is the user's in that zone`() {
        let local = { (item: inout SourceItem) in item.hasLocalTimeOnly = true }
        let file = SourceCapture.FileTime(localTime: time, utcOffset: 7_200)
        #expect(resolved(local, file: file) == .init(date: time.addingTimeInterval(-7_200), utcOffset: 7_200))
        let other = SourceCapture.FileTime(localTime: time.addingTimeInterval(3_600), utcOffset: 7_200)
        let chosen = SourceFacts.Capture(date: time.addingTimeInterval(-7_200), utcOffset: 7_200, isChosen: true)
        #expect(resolved(local, file: other) == chosen)
        #expect(resolved(local, file: nil) == .init(date: time, utcOffset: nil))
    }

    @Test func `a video's file has its time in UTC`() {
        let local = { (item: inout SourceItem) in item.hasLocalTimeOnly = true }
        let hours = SourceCapture.FileTime(localTime: time.addingTimeInterval(-7_200))
        #expect(
            resolved(local, isVideo: true, file: hours) == .init(date: time.addingTimeInterval(-7_200), utcOffset: nil))
        let minutes = SourceCapture.FileTime(localTime: time.addingTimeInterval(-420))
        #expect(resolved(local, isVideo: true, file: minutes) == .init(date: time, utcOffset: nil, isChosen: true))
    }

    @Test func `a moment leaves the file's time, unless the user changed it`() {
        let moment = { (item: inout SourceItem) in item.hasMomentOnly = true }
        let file = SourceCapture.FileTime(localTime: time.addingTimeInterval(7_200))
        #expect(resolved(moment, file: file) == .init(date: time.addingTimeInterval(7_200), utcOffset: nil))
        let zoned = SourceCapture.FileTime(localTime: time.addingTimeInterval(7_200), utcOffset: 7_200)
        #expect(resolved(moment, file: zoned) == .init(date: time, utcOffset: 7_200))
        let other = SourceCapture.FileTime(localTime: time.addingTimeInterval(100))
        #expect(resolved(moment, file: other) == .init(date: time, utcOffset: nil, isChosen: true))
        #expect(resolved(moment, file: nil) == .init(date: time, utcOffset: nil))
    }

    @Test func `a source with time zones decides by itself`() {
        let file = SourceCapture.FileTime(localTime: time.addingTimeInterval(7_200), utcOffset: 7_200)
        #expect(resolved({ _ in }, file: file) == .init(date: time, utcOffset: nil))
    }
}
