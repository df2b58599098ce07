public import CoreMedia
public import Foundation
import MediaRequests
import Synchronization

/// A source of samples. Use ``AVAssetReaderTrackOutput``.
open class AVAssetReaderOutput: NSObject {
    private let samples = OutputSamples()
    private let added = Atomic(false)

    /// The kind of the samples.
    open var mediaType: AVMediaType { .video }

    /// Whether each sample has its own memory. The samples always have, so that clients can change them.
    open var alwaysCopiesSampleData = true

    /// Whether the output can be read again. It can't.
    open var supportsRandomAccess: Bool {
        get { false }
        set {}
    }

    /// Returns the next sample, in the order in which the track stores or shows them. Blocks until it's decoded.
    ///
    /// - Returns: `nil` at the end, after an error, and if the reader isn't reading. See ``AVAssetReader/status``. If the
    ///   file is damaged or ends early, the reader fails after the last sample that can be read.
    @discardableResult
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        samples.next()
    }

    /// The file and the request for its samples.
    func plan() -> Result<(file: MovieFile, output: SampleReading.Output), AVError> {
        .failure(AVError(.operationNotAllowed, "An AVAssetReaderOutput has no track."))
    }

    /// The format of the track's samples in the file.
    var storedFormat: CMFormatDescription? { nil }

    /// Whether a reader has the output.
    var isAdded: Bool { added.load(ordering: .acquiring) }

    /// - Returns: `false` if a reader already has the output.
    func attach() -> Bool { !added.exchange(true, ordering: .acquiringAndReleasing) }

    func start(_ source: OpenSamples, _ index: Int, _ run: ReaderState) {
        samples.start(source, index, run, storedFormat)
    }
}

/// Reads the samples of a track.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput {
    private let settings: ReaderSettings

    private let source: AVAssetTrack
    private let passedSettings: [String: Any]?

    /// The track.
    open var track: AVAssetTrack { source }
    /// The settings as they were passed.
    open var outputSettings: [String: Any]? { passedSettings }

    /// - Parameter outputSettings: `nil` to read the samples as they are stored, one compressed sample at a time.
    ///   For frames: `kCVPixelBufferPixelFormatTypeKey` with one of the formats of ``CVPixelBuffer``, and optionally
    ///   `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`. Frames are in sRGB, also those of HDR videos. For
    ///   sound: ``AVFormatIDKey`` with `kAudioFormatLinearPCM`, and optionally a rate, one or two channels, and
    ///   integers of 16 bits or floating-point numbers of 32 bits. With other settings, the reader doesn't start.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        source = track
        passedSettings = outputSettings
        settings = ReaderSettings(outputSettings, track.mediaType)
        super.init()
    }

    open override var mediaType: AVMediaType { track.mediaType }

    override func plan() -> Result<(file: MovieFile, output: SampleReading.Output), AVError> {
        Result { () throws(AVError) in
            guard let file = track.facts.file, !(track is AVCompositionTrack) else {
                throw AVError(
                    .operationNotSupportedForAsset, "The track has no file that can be read.",
                    remedy: "Use a track of an AVURLAsset.")
            }
            return (file, SampleReading.Output(track: track.trackID, form: try settings.form()))
        }
    }

    override var storedFormat: CMFormatDescription? { track.facts.format }
}
