import Foundation
import PhotoSources
import Records
import Testing

/// The date between a document and its file (imports 2.2 “Dates”, 3.3).
@Suite struct SourceCaptureTests {
    private let taken = Date(timeIntervalSince1970: 1_562_000_000)

    private func decide(local hours: Double, offset: Int? = nil, place: Int? = nil) -> SourceCapture {
        let local = taken.addingTimeInterval(hours * 3_600)
        return SourceCapture(taken: taken, file: .init(localTime: local, utcOffset: offset), placeOffset: place)
    }

    @Test func `a file without a time takes the document's`() {
        let capture = SourceCapture(taken: taken, file: nil, placeOffset: 7_200)
        #expect(capture == .document(.init(date: taken, utcOffset: 7_200)))
    }

    @Test func `a file with an offset compares moments`() {
        #expect(decide(local: 2, offset: 7_200) == .file(utcOffset: 7_200))
        #expect(decide(local: 3, offset: 7_200) == .document(.init(date: taken, utcOffset: 7_200, isChosen: true)))
        let withPlace = decide(local: 3, offset: 7_200, place: 3_600)
        #expect(withPlace == .document(.init(date: taken, utcOffset: 3_600, isChosen: true)))
    }

    @Test(arguments: [-14, -3.5, 0, 2, 5.75, 14])
    func `a difference of quarter hours is the zone if the place agrees`(hours: Double) {
        let offset = Int(hours * 3_600)
        #expect(decide(local: hours) == .file(utcOffset: nil))
        #expect(decide(local: hours, place: offset) == .file(utcOffset: offset))
        #expect(decide(local: hours, place: offset + 3_600) == .file(utcOffset: nil, isDoubtful: true))
    }

    @Test(arguments: [-14.25, 14.25, 0.1, 2.3, 24, 8_760])
    func `any other difference is the user's`(hours: Double) {
        #expect(decide(local: hours) == .document(.init(date: taken, utcOffset: nil, isChosen: true)))
        #expect(decide(local: hours, place: 3_600) == .document(.init(date: taken, utcOffset: 3_600, isChosen: true)))
    }
}
