import Foundation
import MediaRequests

/// Converts positions of an export to its finished share.
struct ExportProgress {
    private static let weightOfBytes = 0.02
    private static let bendStart = 0.95

    private let report: (Double) -> Void
    private let duration: Double
    /// The share of the tracks. The rest is moving the samples behind the index.
    private let share: Double

    init(_ export: VideoExport, duration: Double, _ report: @escaping (Double) -> Void) {
        self.report = report
        var length = export.segments.reduce(0) { $0 + $1.targetDuration.seconds }
        if export.segments.isEmpty { length = duration }
        if let range = export.timeRange {
            length = length > 0 ? min(range.duration.seconds, max(0, length - range.start.seconds)) : 0
        }
        self.duration = length
        share = !export.indexComesFirst ? 0.99 : export.video == .copy ? 0.5 : 0.97
    }

    /// Reports a position in seconds of the export, and the share of the source's bytes.
    ///
    /// The bytes count a little, so that reading without writing is progress, too. They count alone if the duration is
    /// unknown.
    func encode(to position: Double, share bytes: Double) {
        let finished =
            duration > 0 ? position / duration * (1 - Self.weightOfBytes) + bytes * Self.weightOfBytes : bytes
        report(share * Self.bent(max(0, finished)))
    }

    /// Keeps a share below 1 that a damaged duration lets grow without end.
    private static func bent(_ finished: Double) -> Double {
        guard finished > bendStart else { return finished }
        let room = 1 - bendStart
        return 1 - room * exp(-(finished - bendStart) / room)
    }

    /// Reports a position while the samples move.
    func move(to end: Int64, of total: Int64) {
        guard total > 0 else { return }
        report(share + (1 - share) * 0.99 * max(0, min(1, Double(end) / Double(total))))
    }
}
