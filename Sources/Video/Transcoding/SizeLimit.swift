import MediaRequests

/// The bit rate with which an export keeps its size limit.
struct SizeLimit {
    /// The share of the limit that encoders aim for, because their bit rates aren't exact.
    private static let aim = 0.93
    private static let indexBitsPerSecond = 20_000.0
    private static let spareBits = 8.0 * 8192

    let videoBitRate: Int

    /// - Parameter duration: The source's duration in seconds, or 0 if it's unknown.
    /// - Returns: `nil` if the export has no limit, if the duration is unknown, or if the codec has no bit rate.
    init?(_ export: VideoExport, _ timeline: ExportTimeline, duration: Double) {
        guard let limit = export.fileLengthLimitInBytes, export.video.isInterFrame else { return nil }
        var seconds = timeline.duration
        if seconds == .infinity { seconds = duration - (timeline.runs.first?.source.lowerBound ?? 0) }
        guard seconds > 0 else { return nil }
        var sound = 0.0
        if case .aac(let rate) = export.audio { sound = Double(rate) }
        let bits = Double(limit) * 8 * Self.aim - Self.spareBits
        videoBitRate = Int(max(0, min(1e12, bits / seconds - sound - Self.indexBitsPerSecond)))
    }
}
