import Foundation
import MediaRequests
import MediaWork

/// An export that does what its only metadata entry says, in the sandbox of exports.
enum HostileExport {
    static func run(_ state: WorkerState, _ deeds: [String: (Int32) -> String]) throws -> Never {
        let samples = SampleHandlers(
            read: { reading, _, _, exchange in readSamples(reading, exchange) },
            write: { _, _, exchange in writeMovie(exchange) })
        try ExportService(state: state).run(samples: samples) { work in
            let (source, output, report) = (work.sources[0], work.output, work.report)
            guard case .replaced(let entries) = work.export.metadata, let name = entries.first?.value else {
                return .failure(MediaError(.notMedia, "there is no such deed"))
            }
            switch name {
            case "fill": return .failure(MediaError(.unreadable, fill(output)))
            case "lie": return .exported(ExportedVideo(byteCount: 1000, duration: .zero, storedSize: nil))
            case "impossible-progress":
                report(7)
                return .failure(MediaError(.unreadable, "reported"))
            case "same-progress":
                while true {
                    report(0.5)
                    usleep(60_000)
                }
            case "takes-long": return .failure(.takesLong)
            default:
                guard let deed = deeds[name] else { return .failure(MediaError(.notMedia, "there is no such deed")) }
                return .failure(MediaError(.unreadable, deed(source)))
            }
        } graphHandler: { _, _, _, _ in
            .failure(MediaError(.notMedia, "there is no such deed"))
        }
        _exit(0)
    }

    /// Sends impossible samples. The first number of the reader's sound chooses them.
    private static func readSamples(_ reading: SampleReading, _ exchange: SampleExchange) -> MediaReply {
        guard case .sound(let sound) = reading.outputs[0].form else {
            return .failure(MediaError(.notMedia, "there is no such deed"))
        }
        exchange.reply(.sampleFormats([.sound(sound)]))
        _ = exchange.next()
        var sample = SampleDescription(byteCount: sound.bytesPerSample, time: .zero)
        var batch = SampleBatch()
        switch sound.sampleRate {
        case 8000:
            // More than the memory.
            sample.byteCount = reading.memoryInBytes + sound.bytesPerSample
            sample.count = sample.byteCount / sound.bytesPerSample
        case 8001: sample.count = 2
        case 8002: sample.time = MediaTime(value: 0, timescale: 0)
        case 8003: return .exported(ExportedVideo(byteCount: 1, duration: .zero, storedSize: nil))
        case 8005:
            // More and more progress.
            var fraction = 0.0
            while fraction < 0.1 {
                exchange.reply(.progress(fraction))
                fraction += 1e-5
            }
        case 8006:
            // Answers without questions.
            batch.samples = [sample]
            for _ in 0..<120 { exchange.reply(.samples(batch)) }
            while true { usleep(60_000) }
        default: return .samples(batch)
        }
        batch.samples = [sample]
        return .samples(batch)
    }

    /// Claims to have written more than it has.
    private static func writeMovie(_ exchange: SampleExchange) -> MediaReply {
        exchange.reply(.appended)
        _ = exchange.next()
        return .exported(ExportedVideo(byteCount: 1000, duration: .zero, storedSize: nil))
    }

    /// Writes until a write fails.
    private static func fill(_ output: Int32) -> String {
        let block = [UInt8](repeating: 1, count: 1 << 20)
        var count = 0
        while true {
            let written = write(output, block, block.count)
            guard written > 0 else { return "\(count) bytes, failed with \(errno)" }
            count += written
        }
    }
}
