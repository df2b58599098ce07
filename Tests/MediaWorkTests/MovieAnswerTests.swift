import AlbumenTestSupport
import Foundation
import MediaWork
import Testing

@testable import MediaRequests

/// The host accepts only descriptions and frames that a sound worker could send.
@Suite(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence)) struct MovieAnswerTests {
    private func describe(_ filename: String) throws -> MovieDescription {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data("movie".utf8), to: "movie.mov")
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        return try HostileWorkers.pool().describeMovie(descriptor: descriptor, filename: filename)
    }

    @Test func `a plausible description is accepted`() throws {
        #expect(try describe("sound").tracks.count == 1)
    }

    @Test(arguments: ["negative-duration", "no-timescale", "endless-rate", "other-answer", "same-tracks", "no-tracks"])
    func `an impossible description is refused`(_ lie: String) throws {
        let error = #expect(throws: MediaError.self) { try describe(lie) }
        #expect(error?.code == .protocolViolation)
    }

    @Test func `an answer without the frame is refused`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data("movie".utf8), to: "movie.mov")
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let request = FrameRequest(
            time: .zero, toleranceBefore: .zero, toleranceAfter: .zero, size: .longSide(16), appliesTransform: false)
        let error = #expect(throws: MediaError.self) {
            try HostileWorkers.pool().frame(descriptor: descriptor, request)
        }
        #expect(error?.code == .protocolViolation)
    }
}
