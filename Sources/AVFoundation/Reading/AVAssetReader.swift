public import CoreMedia
public import Foundation
import MediaRequests

/// Reads the samples of an asset: frames, sound and metadata.
///
/// A process of the media worker decodes the samples, as the client asks for them. It holds a few frames of each
/// output, and ends with the reader. The outputs are independent: each can be read to its end before another one.
///
/// The asset has to be a movie file. To read a composition, such as a slow-motion video, export it first. All methods
/// can be used from any thread. Errors are ``AVError``s.
open class AVAssetReader: NSObject {
    public enum Status: Int, Sendable {
        case unknown = 0
        case reading = 1
        case completed = 2
        case failed = 3
        case cancelled = 4
    }

    let run = ReaderState()
    private let kept = KeptObjects<AVAssetReaderOutput>()
    private let range = KeptObjects<CMTimeRange>()
    private let misuse = KeptObjects<AVError>()

    private let source: AVAsset

    /// The asset.
    open var asset: AVAsset { source }

    /// - Throws: ``AVError/operationNotSupportedForAsset`` if the asset isn't a movie file. Reads nothing yet.
    public init(asset: AVAsset) throws {
        guard !(asset is AVComposition) else {
            throw AVError(
                .operationNotSupportedForAsset, "The samples of a composition can't be read.",
                remedy: "Export the composition to a file, and read the file.")
        }
        source = asset
        super.init()
    }

    // MARK: Settings

    /// The outputs, in the order in which they were added.
    open var outputs: [AVAssetReaderOutput] { kept.all }

    /// The part of the asset to read. The default is all of it. Set it before ``startReading()``.
    open var timeRange: CMTimeRange {
        get { range.all.last ?? CMTimeRange(start: .zero, duration: .positiveInfinity) }
        set { range.replace(with: newValue) }
    }

    /// Whether the settings of an output work for its track, no reader has the output, and the reader hasn't started.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        guard status == .unknown, !output.isAdded else { return false }
        if case .failure = output.plan() { return false }
        return true
    }

    /// Adds an output. If its settings don't work or a reader already has it, ``startReading()`` fails.
    open func add(_ output: AVAssetReaderOutput) {
        guard output.attach() else {
            misuse.append(
                AVError(
                    .operationNotAllowed, "An output was added that a reader already has.",
                    remedy: "Create an output for each reader, and add it once."))
            return
        }
        kept.append(output)
    }

    // MARK: State

    open var status: Status { run.status }

    /// The reason why reading failed: an ``AVError``.
    open var error: (any Error)? { run.error }

    // MARK: Reading

    /// Starts to read. Blocks until the outputs' formats have been read.
    ///
    /// - Returns: `false` if the asset can't be read. See ``error``.
    @discardableResult
    open func startReading() -> Bool {
        run.start { () throws(AVError) in
            if let error = misuse.all.first { throw error }
            let outputs = kept.all
            guard let first = asset.tracks.lazy.compactMap(\.facts.file).first ?? nil else {
                if case .failure(let error) = asset.content.load() { throw error }
                throw AVError(.operationNotSupportedForAsset, "The asset has no file that can be read.")
            }
            guard !outputs.isEmpty else {
                throw AVError(
                    .operationNotAllowed, "The reader of “\(first.url.lastPathComponent)” has no outputs.",
                    remedy: "Add an AVAssetReaderTrackOutput for a track of the asset.", url: first.url)
            }
            var plans: [SampleReading.Output] = []
            for output in outputs {
                let plan = try output.plan().get()
                guard plan.file == first else {
                    throw AVError(
                        .operationNotAllowed, "An output of the reader has a track of another asset.",
                        remedy: "Create the output with a track of the reader's asset.", url: first.url)
                }
                plans.append(plan.output)
            }
            let part = timeRange == CMTimeRange(start: .zero, duration: .positiveInfinity) ? nil : try readRange()
            let samples = try OpenSamples(first, plans, part)
            for (index, output) in outputs.enumerated() { output.start(samples, index, run) }
            return samples
        }
    }

    /// The part as numbers. An infinite duration reads to the end.
    private func readRange() throws(AVError) -> MediaTimeRange {
        let end = CMTime(seconds: 1e9, preferredTimescale: 1)
        let duration = timeRange.duration.isNumeric ? timeRange.duration : end
        guard let range = MediaTimeRange(CMTimeRange(start: timeRange.start, duration: duration)) else {
            throw AVError(
                .operationNotAllowed, "The reader's time range isn't valid.", remedy: "Use a range with a valid start.")
        }
        return range
    }

    /// Ends reading. Outputs return no further samples, and a waiting call returns `nil`.
    open func cancelReading() {
        run.cancel()
    }
}
