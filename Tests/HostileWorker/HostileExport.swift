import Foundation
import MediaWork

/// An export that does what its only metadata entry says, in the sandbox of exports.
enum HostileExport {
    static func run(_ state: WorkerState, _ deeds: [String: (Int32) -> String]) throws -> Never {
        try ExportService(state: state).run { work in
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
