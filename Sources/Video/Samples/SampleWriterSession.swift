import Foundation
package import MediaRequests
package import MediaWork
import Pixels

/// Writes a movie from samples of a client, in the worker. Only one thread can use it.
package final class SampleWriterSession {
    private enum Track {
        case media(any WrittenTrack)
        case metadata(WrittenMetadata)
    }

    private let writing: MovieWriting
    private let sink: DescriptorSink
    private let writer: MovieWriter
    private var tracks: [Track] = []
    private var finished: Set<Int> = []
    private var hasStarted = false

    /// Answers the messages of a session until the movie is complete or fails.
    ///
    /// - Parameter file: The descriptor of an empty regular file that is open for reading and writing.
    package static func run(_ writing: MovieWriting, file: Int32, _ exchange: SampleExchange) -> MediaReply {
        do throws(MediaError) {
            let session = try SampleWriterSession(writing, file)
            exchange.reply(.appended)
            while true {
                let (request, memory) = exchange.next()
                defer { if let memory { close(memory) } }
                if let movie = try session.process(request, memory) { return .exported(movie) }
                exchange.reply(.appended)
            }
        } catch {
            return .failure(error)
        }
    }

    private init(_ writing: MovieWriting, _ file: Int32) throws(MediaError) {
        try writing.check()
        self.writing = writing
        sink = DescriptorSink(descriptor: file)
        var hasMetadata = false
        for input in writing.inputs {
            switch input.form {
            case .pixels(let frames): tracks.append(.media(try WrittenFrames(frames, input, start: writing.start)))
            case .sound(let sound): tracks.append(.media(try WrittenSound(sound, input, start: writing.start)))
            case .stored(let format): tracks.append(.media(try CopiedSamples(format, input, start: writing.start)))
            case .metadata(let keys):
                tracks.append(.metadata(WrittenMetadata(keys, start: writing.start)))
                hasMetadata = true
            }
        }
        // A metadata track is added to a movie whose index is last.
        writer = try MovieWriter(
            sink, writing.container, writing.indexComesFirst && !hasMetadata ? .indexFirst : .indexLast,
            timescale: MetadataTrack.timescale)
    }

    /// Returns the movie if it's complete.
    private func process(_ request: SampleRequest, _ memory: Int32?) throws(MediaError) -> ExportedVideo? {
        switch request {
        case .append(let sample):
            guard let memory, tracks.indices.contains(sample.input), !finished.contains(sample.input),
                (0...AppendedSample.limitInBytes).contains(sample.byteCount), sample.time.isValid
            else { throw Self.impossible }
            let read = { (target: UnsafeMutableRawPointer) throws(MediaError) in
                try Self.read(memory, sample.byteCount, into: target)
            }
            switch tracks[sample.input] {
            case .media(let track): try track.append(sample, read)
            case .metadata(let track): try track.append(sample, read)
            }
            try startIfDescribed()
        case .finishInput(let index):
            guard tracks.indices.contains(index) else { throw Self.impossible }
            // The end of the session ends the last frame, so the track is completed then.
            finished.insert(index)
        case .finishMovie(let end): return try finish(end)
        case .next: throw Self.impossible
        }
        return nil
    }

    private static let impossible = MediaError(.protocolViolation, "a writer has no such request")

    private var media: [any WrittenTrack] {
        tracks.compactMap { if case .media(let track) = $0 { track } else { nil } }
    }

    /// Writes the header as soon as all tracks can be described.
    private func startIfDescribed() throws(MediaError) {
        let isReady = tracks.enumerated().allSatisfy { index, track in
            guard case .media(let media) = track else { return true }
            return media.isDescribed || finished.contains(index)
        }
        if isReady, !hasStarted { try start() }
    }

    private func start() throws(MediaError) {
        hasStarted = true
        let described = media.filter(\.isDescribed)
        var outputs: [(PacketQueue, MovieTrackWriter)] = []
        for track in described { outputs.append((track.packets, try track.addStream(to: writer))) }
        try writer.start(tags: Dictionary(writing.metadata.map { ($0.key, $0.value) }) { _, last in last })
        for (packets, output) in outputs { try packets.connect(to: output) }
    }

    private func finish(_ end: MediaTime?) throws(MediaError) -> ExportedVideo {
        for track in media { try track.finish(end: end) }
        guard media.contains(where: \.isDescribed) else {
            throw MediaError(.unsupported, "the movie has no samples")
        }
        if !hasStarted { try start() }
        let duration = media.reduce(0) { max($0, $1.packets.end) }
        guard duration > 0 else { throw MediaError(.unsupported, "the movie has no samples") }
        try writer.finish()
        for case .metadata(let track) in tracks { try track.add(to: sink) }
        return ExportedVideo(
            byteCount: sink.count, duration: MediaTime(seconds: duration), storedSize: nil)
    }

    private static func read(
        _ memory: Int32, _ count: Int, into target: UnsafeMutableRawPointer
    ) throws(MediaError) {
        var done = 0
        while done < count {
            let read = pread(memory, target + done, count - done, off_t(done))
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { throw MediaError(.protocolViolation, "a sample came without its bytes") }
            done += read
        }
    }
}
