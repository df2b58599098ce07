public import AlbumenGraphics
public import CoreMedia
public import Foundation
import MediaRequests
import Synchronization

/// A track of a movie that an ``AVAssetWriter`` writes.
///
/// The settings can be changed until ``AVAssetWriter/startWriting()``.
open class AVAssetWriterInput: NSObject {
    private typealias Request = (queue: DispatchQueue, block: @Sendable () -> Void)

    private struct Settings {
        var transform = CGAffineTransform.identity
        var isRealTime = false
        var timescale: CMTimeScale = 0
        var language: String?
        var place: (state: WriterState, index: Int)?
        /// The request of an input that hasn't been added.
        var request: Request?
    }

    private let settings = Mutex(Settings())

    private let passed: (mediaType: AVMediaType, settings: [String: Any]?, format: CMFormatDescription?)

    /// The kind of the samples.
    open var mediaType: AVMediaType { passed.mediaType }
    /// The settings as they were passed.
    open var outputSettings: [String: Any]? { passed.settings }
    /// The format of the samples, if it was passed.
    open var sourceFormatHint: CMFormatDescription? { passed.format }

    /// - Parameters:
    ///   - mediaType: `video`, `audio` or `metadata`.
    ///   - outputSettings: `nil` to write compressed samples as they are. For frames: ``AVVideoCodecKey``,
    ///     ``AVVideoWidthKey``, ``AVVideoHeightKey`` and optionally ``AVVideoCompressionPropertiesKey``. Frames of
    ///     another size are scaled. For sound: ``AVFormatIDKey`` with `kAudioFormatMPEG4AAC` or
    ///     `kAudioFormatLinearPCM`, ``AVSampleRateKey``, ``AVNumberOfChannelsKey`` and optionally
    ///     ``AVEncoderBitRateKey``. Other settings, HDR, and more than two channels aren't possible:
    ///     ``AVAssetWriter/canAdd(_:)`` is `false`.
    ///   - sourceFormatHint: The format of compressed samples or metadata. A track of metadata needs it.
    public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?) {
        passed = (mediaType, outputSettings, sourceFormatHint)
        super.init()
    }

    public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
        self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
    }

    // MARK: Settings

    /// The transformation that makes the frames upright. It's stored with the track, and the frames stay as they are.
    open var transform: CGAffineTransform {
        get { settings.withLock { $0.transform } }
        set { settings.withLock { $0.transform = newValue } }
    }

    /// Whether the samples come from a source that can't wait. It has no effect: the writer drops no samples.
    open var expectsMediaDataInRealTime: Bool {
        get { settings.withLock { $0.isRealTime } }
        set { settings.withLock { $0.isRealTime = newValue } }
    }

    /// The number of units per second of the track's times, or 0 to derive it from the first sample.
    open var mediaTimeScale: CMTimeScale {
        get { settings.withLock { $0.timescale } }
        set { settings.withLock { $0.timescale = newValue } }
    }

    /// The language as three letters of ISO 639-2/T.
    open var languageCode: String? {
        get { settings.withLock { $0.language } }
        set { settings.withLock { $0.language = newValue } }
    }

    // MARK: Writing

    /// Whether a sample can be appended at once. Otherwise, ``append(_:)`` blocks until an earlier one is encoded.
    open var isReadyForMoreMediaData: Bool {
        guard let place = settings.withLock({ $0.place }) else { return false }
        return place.state.isReady(place.index)
    }

    /// Appends a sample. The pixels must not change until they're encoded.
    ///
    /// - Parameter sampleBuffer: An image for a track with settings for frames, uncompressed sound for one with
    ///   settings for sound, and otherwise a compressed sample from an ``AVAssetReader``. Times have to increase.
    /// - Returns: `false` if the writer isn't writing, has no session, or fails. See ``AVAssetWriter/error``.
    @discardableResult
    open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
        append { index throws(AVError) in try PendingSample(sampleBuffer, index) }
    }

    func append(_ make: (Int) throws(AVError) -> PendingSample) -> Bool {
        guard let place = settings.withLock({ $0.place }) else { return false }
        return place.state.append(to: place.index) { () throws(AVError) in try make(place.index) }
    }

    /// Ends the track.
    open func markAsFinished() {
        guard let place = settings.withLock({ $0.place }) else { return }
        place.state.markAsFinished(place.index)
    }

    /// Calls a block whenever samples can be appended, until the input is marked as finished or the writer ends. Calls
    /// begin when the writer's session starts.
    ///
    /// - Parameters:
    ///   - queue: The queue on which to call the block. Calls never overlap.
    ///   - block: Appends samples while ``isReadyForMoreMediaData`` is `true`, and marks the input as finished at the
    ///     end.
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        let (place, _) = settings.withLock { settings in
            let former = settings.request
            settings.request = settings.place == nil ? (queue, block) : nil
            return (settings.place, former)
        }
        if let place { place.state.request(place.index, on: queue, block) }
    }

    // MARK: The writer

    var isAdded: Bool { settings.withLock { $0.place != nil } }

    /// Attaches the input to a writer, unless it has one.
    ///
    /// - Parameter register: Adds the input to the writer, and returns its index.
    /// - Returns: `false` if the input already has a writer.
    func attach(to state: WriterState, _ register: () -> Int) -> Bool {
        let attached = settings.withLock { settings in
            guard settings.place == nil else { return nil as (index: Int, request: Request?)? }
            let index = register()
            settings.place = (state, index)
            return (index, settings.request.take())
        }
        guard let attached else { return false }
        if let request = attached.request { state.request(attached.index, on: request.queue, request.block) }
        return true
    }

    /// The track for the worker.
    func track(in fileType: AVFileType) throws(AVError) -> MovieWriting.Input {
        var form = try WriterSettings(outputSettings, mediaType, fileType).get()
        if mediaType == .metadata {
            form = .metadata(try MetadataCoding.keys(of: sourceFormatHint))
        } else if case .stored = form {
            form = .stored(PendingSample.storedFormat(sourceFormatHint))
        }
        let settings = settings.withLock { $0 }
        var track = MovieWriting.Input(form: form)
        let matrix = settings.transform
        track.transform = MovieDescription.Transform(
            a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: matrix.tx, ty: matrix.ty)
        track.timescale = settings.timescale > 0 ? settings.timescale : nil
        track.language = settings.language.flatMap { $0.utf8.count == 3 ? $0 : nil }
        return track
    }
}
