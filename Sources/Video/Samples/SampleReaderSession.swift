import CLibAV
import Foundation
package import MediaRequests
package import MediaWork

/// Reads samples of a movie for a client, in the worker.
package enum SampleReaderSession {
    /// Answers the messages of a session until it fails. Ends the process with the session.
    ///
    /// - Parameters:
    ///   - file: The descriptor of a regular file.
    ///   - memory: The descriptor of the memory for samples.
    package static func run(
        _ reading: SampleReading, file: Int32, memory: Int32, _ exchange: SampleExchange
    ) -> MediaReply {
        do throws(MediaError) {
            let tracks = try tracks(reading, file)
            exchange.reply(.sampleFormats(tracks.map(\.format)))
            var memory = BatchMemory(memory, byteCount: reading.memoryInBytes)
            while true {
                guard case (.next(let output), nil) = exchange.next(), tracks.indices.contains(output) else {
                    throw MediaError(.protocolViolation, "a reader has no such request")
                }
                exchange.reply(.samples(try memory.batch(of: tracks[output])))
            }
        } catch {
            return .failure(error)
        }
    }

    private static func tracks(_ reading: SampleReading, _ file: Int32) throws(MediaError) -> [any ReadTrack] {
        let range = ReadRange(reading.timeRange)
        var tracks: [any ReadTrack] = []
        for output in reading.outputs.prefix(SampleReading.outputLimit) {
            switch output.form {
            case .stored: tracks.append(try StoredSamples(file, track: output.track, range))
            case .pixels(let format, let size):
                tracks.append(try DecodedFrames(file, track: output.track, format, size: size, range))
            case .sound(let sound): tracks.append(try DecodedSound(file, track: output.track, sound, range))
            }
        }
        return tracks
    }
}

/// The memory into which a session writes samples.
private struct BatchMemory {
    private let descriptor: Int32
    private let byteCount: Int
    /// The samples that didn't fit into the last message.
    private var rest: [ObjectIdentifier: ReadSample] = [:]

    init(_ descriptor: Int32, byteCount: Int) {
        self.descriptor = descriptor
        self.byteCount = byteCount
    }

    mutating func batch(of track: any ReadTrack) throws(MediaError) -> SampleBatch {
        var batch = SampleBatch()
        var offset = 0
        while batch.samples.count < SampleReading.batchLimit, offset < SampleReading.batchInBytes {
            var next = rest.removeValue(forKey: ObjectIdentifier(track))
            if next == nil { next = try track.next() }
            guard let sample = next else {
                batch.isLast = true
                batch.damage = track.damage
                break
            }
            guard sample.bytes.count <= byteCount else {
                throw MediaError(.limitExceeded, "a sample of the movie is larger than albumen reads")
            }
            guard sample.bytes.count <= byteCount - offset else {
                // The bytes stay valid, because the track isn't asked for another sample before.
                rest[ObjectIdentifier(track)] = sample
                break
            }
            try write(sample.bytes, at: offset)
            offset += sample.bytes.count
            batch.samples.append(sample.description)
        }
        return batch
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(MediaError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw MediaError(.exhausted, "there is too little memory for the samples") }
            done += count
        }
    }
}
