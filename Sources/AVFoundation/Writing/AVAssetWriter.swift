public import CoreMedia
public import Foundation
import MediaRequests

/// Writes a movie from samples: frames, sound and timed metadata.
///
/// A process of the media worker encodes the samples, while the client makes the next ones. A few samples of each input
/// wait in memory. The file is written under a hidden name in the output's folder, and renamed when it's complete.
/// After an error or a cancellation, and if the writer is released before its end, no file is left.
///
/// Differences from Apple's class: an existing file makes ``startWriting()`` fail. Misuse makes a call fail with an
/// ``AVError`` where Apple's class raises an exception. Appending to an input that isn't ready blocks.
///
/// All methods can be used from any thread.
open class AVAssetWriter: NSObject {
    public enum Status: Int, Sendable {
        case unknown = 0
        case writing = 1
        case completed = 2
        case failed = 3
        case cancelled = 4
    }

    let run: WriterState
    private let keptInputs = KeptObjects<AVAssetWriterInput>()
    private let misuse = KeptObjects<AVError>()
    private let keptMetadata = KeptObjects<[AVMetadataItem]>()

    private let file: URL
    private let fileType: AVFileType

    /// The file to write. Its folder must exist, and the file must not.
    open var outputURL: URL { file }
    /// The format of the file.
    open var outputFileType: AVFileType { fileType }

    /// - Parameter outputFileType: `mov`, `mp4` or `m4v`.
    /// - Throws: ``AVError/operationNotSupportedForAsset`` for another type, or if the URL isn't that of a file.
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        guard let container = MovieContainer(outputFileType), outputURL.isFileURL else {
            throw AVError(
                .operationNotSupportedForAsset,
                "“\(outputURL.lastPathComponent)” can't be written as \(outputFileType.rawValue).",
                remedy: "Choose a file, and the type mov, mp4 or m4v.", url: outputURL)
        }
        file = outputURL
        fileType = outputFileType
        run = WriterState(outputURL, container)
        super.init()
    }

    deinit {
        run.abandon()
    }

    /// Creates a writer. See ``init(outputURL:fileType:)``.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    // MARK: Settings

    /// The kinds of tracks that the file can have.
    open var availableMediaTypes: [AVMediaType] {
        outputFileType == .mov ? [.video, .audio, .metadata] : [.video, .audio]
    }

    /// The metadata of the movie. The file contains the items with a text or a number and a QuickTime or common key,
    /// and no others. Set it before ``startWriting()``.
    open var metadata: [AVMetadataItem] {
        get { keptMetadata.all.last ?? [] }
        set { keptMetadata.replace(with: newValue) }
    }

    /// Whether the index precedes the samples, so that playback starts before the end has been downloaded. Has no
    /// effect on a movie with a metadata track.
    open var shouldOptimizeForNetworkUse: Bool {
        get { run.indexComesFirst }
        set { run.indexComesFirst = newValue }
    }

    /// The folder for unfinished files on Apple's platforms. It has no effect here: an unfinished file is always in the
    /// output's folder, so that it can be renamed.
    open var directoryForTemporaryFiles: URL?

    /// The number of units per second of the movie's times. It's always 90,000.
    open var movieTimeScale: CMTimeScale {
        get { 90_000 }
        set {}
    }

    /// The inputs, in the order of the file's tracks.
    open var inputs: [AVAssetWriterInput] { keptInputs.all }

    /// Whether an input with these settings can be added.
    open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        guard availableMediaTypes.contains(mediaType) else { return false }
        return (try? WriterSettings(outputSettings, mediaType, outputFileType).get()) != nil
    }

    /// Whether an input can be added: the file can have its kind of track, and its settings work.
    open func canAdd(_ input: AVAssetWriterInput) -> Bool {
        status == .unknown && !input.isAdded
            && canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType)
    }

    /// Adds an input. If the file can't have it or a writer already has it, ``startWriting()`` fails.
    open func add(_ input: AVAssetWriterInput) {
        let isFirst = input.attach(to: run) { keptInputs.append(input) }
        guard !isFirst else { return }
        misuse.append(
            AVError(
                .operationNotAllowed, "An input was added that a writer already has.",
                remedy: "Create an input for each writer, and add it once.", url: outputURL))
    }

    // MARK: State

    open var status: Status { run.status }

    /// The reason why writing failed: an ``AVError``.
    open var error: (any Error)? { run.error }

    // MARK: Writing

    /// Creates the file. Add all inputs before.
    ///
    /// - Returns: `false` if the file can't be created or the settings don't work. See ``error``.
    @discardableResult
    open func startWriting() -> Bool {
        run.start { () throws(AVError) in
            if let error = misuse.all.first { throw error }
            let inputs = keptInputs.all
            guard !inputs.isEmpty else {
                throw AVError(
                    .operationNotAllowed, "The writer of “\(outputURL.lastPathComponent)” has no inputs.",
                    remedy: "Add an AVAssetWriterInput for each track.", url: outputURL)
            }
            var tracks: [MovieWriting.Input] = []
            for input in inputs {
                guard availableMediaTypes.contains(input.mediaType) else {
                    throw AVError(
                        .operationNotSupportedForAsset,
                        "A file of the type \(outputFileType.rawValue) can't have a track of the type "
                            + "\(input.mediaType.rawValue).", remedy: "Choose the file type mov.", url: outputURL)
                }
                tracks.append(try input.track(in: outputFileType))
            }
            return (tracks, metadata.compactMap { ExportRecipe.entry($0.facts) })
        }
    }

    /// Sets the samples' time at which the movie starts. Earlier frames and sound are left out. Call it once, before
    /// the first sample.
    open func startSession(atSourceTime startTime: CMTime) {
        run.startSession(at: startTime)
    }

    /// Sets the samples' time at which the last frames end. Without it, each track ends with its last sample.
    open func endSession(atSourceTime endTime: CMTime) {
        run.endSession(at: endTime)
    }

    /// Stops writing. When it returns, the file and the process are gone. Does nothing if the writer has ended.
    open func cancelWriting() {
        run.cancel()
    }

    /// Completes the file. Inputs that weren't marked as finished end here.
    ///
    /// - Parameter handler: The handler to call once, on a thread of the system, when the file is complete or writing
    ///   has failed. See ``status`` and ``error``.
    open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        run.finish(handler)
    }

    /// Completes the file, and returns when it's complete or writing has failed. See ``status`` and ``error``.
    nonisolated(nonsending) open func finishWriting() async {
        await withCheckedContinuation { continuation in
            finishWriting { continuation.resume() }
        }
    }
}
