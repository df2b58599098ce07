import AlbumenTestSupport
import Cancellation
import Foundation
import Testing

@testable import MediaRequests
@testable import MediaWork

/// Answers about parts of videos, which the host checks.
@Suite struct MoviePartTests {
    private func failure(_ body: (WorkerPool, Int32) throws -> Void) throws -> MediaError {
        let folder = try TemporaryFolder()
        let file = try FileHandle(forReadingFrom: folder.write(Data([0]), to: "file"))
        defer { file.closeFile() }
        return try #require(throws: MediaError.self) { try body(HostileWorkers.pool(), file.fileDescriptor) }
    }

    @Test(arguments: ["codec-with-header", "negative-duration", "no-size"])
    func `an impossible plan is a violation of the protocol`(deed: String) throws {
        let error = try failure { _ = try $0.planParts(descriptor: $1, filename: deed) }
        #expect(error.code == .protocolViolation)
    }

    @Test(arguments: [
        // More bytes than reported, fewer bytes, none.
        (9 << 20, 100), (0, 8 << 20), (10, 0), (10, -1), (10, Int.max),
    ])
    func `a part must have the reported size`(written: Int, reported: Int) throws {
        let error = try failure { pool, descriptor in
            _ = try pool.part(
                descriptor: descriptor,
                MoviePartRequest(filename: "\(written),\(reported)", number: 0, form: .lines(480)))
        }
        #expect([.protocolViolation, .notMedia].contains(error.code))
    }

    @Test func `a part's bytes are those that the worker wrote`() throws {
        let folder = try TemporaryFolder()
        let file = try FileHandle(forReadingFrom: folder.write(Data([0]), to: "file"))
        defer { file.closeFile() }
        let pool = HostileWorkers.pool()
        let part = try pool.part(
            descriptor: file.fileDescriptor, MoviePartRequest(filename: "5000,5000", number: 0, form: .copied))
        #expect(part == Data(repeating: 7, count: 5000))
        #expect(pool.idleProcessIdentifiers.count == 1, "The worker is kept.")
    }

    @Test(arguments: [
        (0.0, 1), (-1, 1), (Double.nan, 1), (.infinity, 1), (0.3, 1), (4, 1), (4.4, 1), (4.6, 2), (8, 2), (60, 15),
        (60.02, 15), (1e12, 43_200),
    ])
    func `the number of copied parts follows from the duration`(duration: Double, count: Int) {
        #expect(MoviePartLayout(.copied).count(durationInSeconds: duration) == count)
    }

    @Test func `a machine that makes encoded parts in half of their time plays without a pause`() {
        let layout = MoviePartLayout(.lines(1080))
        let count = layout.count(durationInSeconds: 120)
        /// Returns how often playback waits for a part if one part after another is made, from the first frame on.
        func pauses(timePerSecond: Double) -> Int {
            var (pauses, delay) = (0, 0.0)
            for number in 1..<count {
                let isMade = (layout.start(of: number + 1) - layout.start(of: 1)) * timePerSecond
                let late = isMade - layout.start(of: number) - delay
                if late > 1e-9 { (pauses, delay) = (pauses + 1, delay + late) }
            }
            return pauses
        }
        #expect(pauses(timePerSecond: 0.5) == 0)
        // Parts that grow more slowly would decode more frames twice, because each starts at a keyframe.
        #expect(pauses(timePerSecond: 2.0 / 3) == 3)
        #expect(layout.firstDurations.first == 0.25, "The first frame waits for the first part.")
    }

    @Test(arguments: [
        (0.0, 1), (.nan, 1), (0.3, 1), (0.4, 2), (0.6, 2), (0.8, 3), (1.4, 3), (1.6, 4), (2.4, 4), (2.6, 5), (4.4, 5),
        (4.6, 6), (8, 6), (8.6, 7), (60, 19), (1e12, 43_200),
    ])
    func `the number of encoded parts follows from the duration`(duration: Double, count: Int) {
        #expect(MoviePartLayout(.lines(480)).count(durationInSeconds: duration) == count)
    }

    @Test func `the first encoded parts are short, and each is at most as long as all before it`() {
        let layout = MoviePartLayout(.lines(1080))
        #expect((0..<8).map(layout.start) == [0, 0.25, 0.5, 1, 2, 4, 8, 12])
        #expect((0..<8).map(layout.duration) == [0.25, 0.25, 0.5, 1, 2, 4, 4, 4])
        #expect((0..<8).allSatisfy { layout.gap(of: $0) < layout.duration(of: $0) })
        #expect((0..<4).map(MoviePartLayout(.copied).start) == [0, 4, 8, 12])
    }

    @Test func `the names of forms are those of addresses`() {
        #expect(MoviePartForm(name: "copy") == .copied)
        #expect(MoviePartForm(name: "720") == .lines(720))
        for name in ["", "0", "721", "0720", "+720", "Copy", "4320"] { #expect(MoviePartForm(name: name) == nil) }
        for form in MoviePartForm.lineCounts.map({ MoviePartForm.lines($0) }) + [.copied] {
            #expect(MoviePartForm(name: form.name) == form)
        }
    }

    @Test func `a cancelled part frees its worker at once`() throws {
        let folder = try TemporaryFolder()
        let file = try FileHandle(forReadingFrom: folder.write(Data([0]), to: "file"))
        defer { file.closeFile() }
        let cancellation = WorkCancellation()
        cancellation.cancel()
        let error = try #require(throws: MediaError.self) {
            try HostileWorkers.pool().part(
                descriptor: file.fileDescriptor, MoviePartRequest(filename: "1,1", number: 0, form: .copied),
                cancellation: cancellation)
        }
        #expect(error.code == .cancelled)
    }
}
