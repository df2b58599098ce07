import MediaRequests

/// The parts of sources in the order in which an export plays them. All times are in seconds from the movie's start.
struct ExportTimeline {
    /// A part of the source, and its place in the export.
    struct Piece: Equatable {
        /// The index of the source.
        var file = 0
        var source: Range<Double>
        var target: Range<Double>
        var isSilent = false

        /// The duration in the export for each second of the source.
        var stretch: Double {
            let length = source.upperBound - source.lowerBound
            return target.upperBound == .infinity ? 1 : (target.upperBound - target.lowerBound) / length
        }

        /// Returns the place of a source's time in the export.
        func target(of time: Double) -> Double {
            target.lowerBound + (time - source.lowerBound) * stretch
        }

        /// Returns the source's time at a place of the export.
        fileprivate func source(of time: Double) -> Double {
            source.lowerBound + (time - target.lowerBound) / stretch
        }
    }

    /// Pieces that follow one another in one source, so that one pass decodes them.
    let runs: [[Piece]]

    /// Gaps of the source that are shorter than a sample of sound.
    private static let tolerance = 1e-5

    /// - Throws: `unsupported` if a range is invalid or empty.
    init(_ export: VideoExport) throws(MediaError) {
        var pieces: [Piece] = []
        var position = 0.0
        for segment in export.segments {
            let start = segment.source.start.seconds
            let (length, target) = (segment.source.duration.seconds, segment.targetDuration.seconds)
            guard start >= 0, length > 0, target > 0, (0.001...1000).contains(target / length) else {
                throw MediaError(.unsupported, "a segment of the export is empty, or far too fast or slow")
            }
            pieces.append(
                Piece(
                    file: segment.file, source: start..<start + length, target: position..<position + target,
                    isSilent: segment.isSilent))
            position += target
        }
        if pieces.isEmpty { pieces = [Piece(source: 0..<(.infinity), target: 0..<(.infinity))] }
        if let range = export.timeRange {
            guard range.start.seconds >= 0, range.duration.seconds > 0 else {
                throw MediaError(.unsupported, "the export's time range is empty")
            }
            pieces = Self.cut(pieces, to: range.start.seconds..<range.endInSeconds)
            guard !pieces.isEmpty else {
                throw MediaError(.unsupported, "the export's time range is behind the movie's end")
            }
        }
        runs = Self.joined(pieces)
    }

    /// The duration of the export, which is infinite if it plays to the source's end.
    var duration: Double { runs.last?.last?.target.upperBound ?? 0 }

    var isStretched: Bool { runs.joined().contains { abs($0.stretch - 1) > 1e-9 } }

    private static func cut(_ pieces: [Piece], to range: Range<Double>) -> [Piece] {
        pieces.compactMap { piece in
            let kept = piece.target.clamped(to: range)
            guard kept.upperBound - kept.lowerBound > tolerance else { return nil }
            return Piece(
                file: piece.file,
                source: piece.source(of: kept.lowerBound)..<piece.source(of: kept.upperBound),
                target: kept.lowerBound - range.lowerBound..<kept.upperBound - range.lowerBound,
                isSilent: piece.isSilent)
        }
    }

    private static func joined(_ pieces: [Piece]) -> [[Piece]] {
        var runs: [[Piece]] = []
        for piece in pieces {
            if let last = runs.last?.last, last.file == piece.file,
                abs(last.source.upperBound - piece.source.lowerBound) < tolerance
            {
                runs[runs.count - 1].append(piece)
            } else {
                runs.append([piece])
            }
        }
        return runs
    }
}
