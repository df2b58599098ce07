import AlbumenTestSupport
import Foundation
import Pixels
import Testing

@testable import MediaRequests
@testable import MediaWork

/// The host accepts only samples that a sound worker could send.
///
/// Serialized, because one test needs all of the process's sessions.
@Suite(.serialized, .enabled(if: HostileWorkers.canFilter, HostileWorkers.absence)) struct HostileSampleTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Fewer answers than `HostileExport` sends without a question.
    private static let earlyAnswerCount = 100

    /// Reads from a process that sends the samples of a sample rate.
    private func read(_ sampleRate: Int32) throws {
        let file = try folder.write(Data("movie".utf8), to: "movie.mov")
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let sound = SampleSound(sampleRate: sampleRate, channelCount: 1, isFloat: false)
        let reader = try SampleReader(
            workers: HostileWorkers.pool(), source: descriptor, filename: "sound",
            outputs: [SampleReading.Output(track: 1, form: .sound(sound))], timeRange: nil)
        // A later call meets an answer that came before it. The pauses grow to twenty seconds, so that a busy machine has
        // had time to send one.
        for pause in 0..<Self.earlyAnswerCount {
            _ = try reader.next(0) { _, _ throws(MediaError) in }
            usleep(UInt32(pause * pause) * 2_000)
        }
        Issue.record("The samples were accepted.")
    }

    @Test(arguments: [8000, 8001, 8002, 8003, 8004, 8005, 8006] as [Int32])
    func `impossible samples are refused`(_ lie: Int32) throws {
        let error = #expect(throws: MediaError.self) { try read(lie) }
        #expect(error?.code == .protocolViolation)
    }

    @Test func `later calls throw the error of the first one`() throws {
        let file = try folder.write(Data("movie".utf8), to: "movie.mov")
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let sound = SampleSound(sampleRate: 8001, channelCount: 1, isFloat: false)
        let reader = try SampleReader(
            workers: HostileWorkers.pool(), source: descriptor, filename: "sound",
            outputs: [SampleReading.Output(track: 1, form: .sound(sound))], timeRange: nil)
        for _ in 0..<2 {
            let error = #expect(throws: MediaError.self) { try reader.next(0) { _, _ throws(MediaError) in } }
            #expect(error?.code == .protocolViolation)
        }
    }

    @Test(.timeLimit(.minutes(60))) func `a host doesn't wait for a worker that never reads`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let channel = MessageChannel(socket: ends[0], waitsForSpace: false)
        #expect(throws: MessageChannel.Failure.self) {
            while true { try channel.send("message") }
        }
        #expect(throws: MessageChannel.Failure.self) {
            while true { try channel.send("message", descriptors: [ends[0]]) }
        }
    }

    @Test func `a movie of another size than it claims is refused`() throws {
        let output = open(folder.file("out.mov").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(output) }
        let frames = MovieWriting.EncodedFrames(codec: .h264, size: PixelSize(width: 64, height: 64))
        let writing = MovieWriting(container: .mov, inputs: [.init(form: .pixels(frames))], start: .zero)
        let writer = try SampleWriter(workers: HostileWorkers.pool(), output: output, writing)
        let error = #expect(throws: MediaError.self) { try writer.finish(end: nil) }
        #expect(error?.code == .protocolViolation)
    }

    @Test func `impossible requests are refused before a process starts`() throws {
        let frames = MovieWriting.EncodedFrames(codec: .h264, size: PixelSize(width: 1 << 20, height: 64))
        let requests = [
            MovieWriting(container: .mov, inputs: [], start: .zero),
            MovieWriting(container: .mov, inputs: [.init(form: .pixels(frames))], start: .zero),
            MovieWriting(
                container: .mov, inputs: [.init(form: .metadata([]))], start: MediaTime(value: 0, timescale: 0)),
        ]
        for request in requests {
            #expect(throws: MediaError.self) {
                try SampleWriter(workers: HostileWorkers.pool(), output: -1, request)
            }
        }
    }

    @Test func `a process has a limited number of sessions`() throws {
        let output = open(folder.file("out.mov").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(output) }
        let frames = MovieWriting.EncodedFrames(codec: .h264, size: PixelSize(width: 64, height: 64))
        let writing = MovieWriting(container: .mov, inputs: [.init(form: .pixels(frames))], start: .zero)
        var writers: [SampleWriter] = []
        let error = #expect(throws: MediaError.self) {
            while true { writers.append(try SampleWriter(workers: HostileWorkers.pool(), output: output, writing)) }
        }
        #expect(error?.code == .exhausted)
        #expect(writers.count <= SampleSession.limit)
        writers = []
        // The other tests of this process may have sessions, too.
        _ = try SampleWriter(workers: HostileWorkers.pool(), output: output, writing)
    }
}
