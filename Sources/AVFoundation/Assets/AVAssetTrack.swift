public import AlbumenGraphics
public import CoreMedia
public import Foundation

/// A track of an asset: its pictures, its sound, or its texts.
///
/// `AVAssetTrack()` is empty, so that tests of an app can subclass it.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading {
    private let ownFacts: TrackFacts
    private weak var owner: AVAsset?

    /// Creates an empty track.
    public override init() {
        ownFacts = TrackFacts(identifier: kCMPersistentTrackID_Invalid, mediaType: .video)
        super.init()
    }

    init(_ facts: TrackFacts, of asset: AVAsset?) {
        ownFacts = facts
        owner = asset
        super.init()
    }

    var facts: TrackFacts { ownFacts }

    /// Returns the object itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// The asset, as long as it exists.
    open var asset: AVAsset? { owner }
    open var trackID: CMPersistentTrackID { facts.identifier }
    open var mediaType: AVMediaType { facts.mediaType }
    /// The formats of the samples: one ``CMFormatDescription``, or none if the format is unknown.
    open var formatDescriptions: [Any] { facts.format.map { [$0] } ?? [] }
    /// Whether the worker can decode the track.
    open var isPlayable: Bool { facts.isDecodable }
    open var isDecodable: Bool { facts.isDecodable }
    open var isEnabled: Bool { facts.isEnabled }
    /// Whether the samples are in the asset's file. Other files are never opened.
    open var isSelfContained: Bool { true }

    /// The part of the asset in which the track plays.
    open var timeRange: CMTimeRange { facts.timeRange }
    /// The number of units per second of the track's own times.
    open var naturalTimeScale: CMTimeScale { facts.timescale }
    /// The average number of bits per second.
    open var estimatedDataRate: Float { facts.dataRate }
    /// The language as three letters of ISO 639-2/T, or `nil` if it's unknown.
    open var languageCode: String? { facts.language }
    /// The language in BCP 47, or `nil` if it's unknown.
    open var extendedLanguageTag: String? {
        facts.language.flatMap { Locale.LanguageCode($0).identifier(.alpha2) ?? $0 }
    }
    /// The size of the pictures before the transformation, with pixels of equal sides.
    open var naturalSize: CGSize { facts.naturalSize }
    /// The transformation that makes the pictures upright.
    open var preferredTransform: CGAffineTransform { facts.transform }
    /// The volume at which the track should play. It's always 1.
    open var preferredVolume: Float { 1 }
    /// The average number of frames per second.
    open var nominalFrameRate: Float { facts.frameRate }
    /// The duration of a frame at the average frame rate, or an invalid time if that is unknown.
    open var minFrameDuration: CMTime {
        guard facts.frameRate > 0 else { return .invalid }
        return CMTime(seconds: 1 / Double(facts.frameRate), preferredTimescale: max(facts.timescale, 1))
    }

    /// The parts of the track, one after another.
    open var segments: [AVAssetTrackSegment] { facts.segments.map(AVAssetTrackSegment.init) }

    /// Returns the part that plays at a time of the asset. Returns the last part for times after the end.
    open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
        let segments = segments
        return segments.first { $0.timeMapping.target.containsTime(trackTime) }
            ?? segments.last { $0.timeMapping.target.end <= trackTime }
    }

    /// Returns the time of the sample that plays at a time of the asset, or an invalid time if none does.
    open func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
        guard let mapping = segment(forTrackTime: trackTime)?.timeMapping, !mapping.isEmpty else { return .invalid }
        return CMTimeMapTimeFromRangeToRange(trackTime, fromRange: mapping.target, toRange: mapping.source)
    }

    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        switch mediaCharacteristic {
        case .visual: mediaType == .video
        case .audible: mediaType == .audio
        case .legible: [.subtitle, .text, .closedCaption].contains(mediaType)
        case .frameBased: mediaType == .video
        default: false
        }
    }

    // MARK: Metadata

    /// The metadata of the track.
    open var metadata: [AVMetadataItem] { facts.metadata.map(AVMetadataItem.init) }
    open var commonMetadata: [AVMetadataItem] { metadata.compactMap(\.withCommonKey) }
    open var availableMetadataFormats: [AVMetadataFormat] { AVMetadataFormat.formats(of: metadata) }

    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { $0.keySpace?.format == format }
    }

    // MARK: Loading

    /// Returns `loaded`, because a track comes with its values.
    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        .loaded
    }

    /// Calls the handler on a thread of the system.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
        if let handler { MediaQueue.loading.addOperation(handler) }
    }
}

/// A part of a track.
open class AVAssetTrackSegment: NSObject {
    /// The samples' times, and the times at which they play.
    public let timeMapping: CMTimeMapping

    init(_ timeMapping: CMTimeMapping) {
        self.timeMapping = timeMapping
        super.init()
    }

    /// Whether nothing plays.
    open var isEmpty: Bool { timeMapping.isEmpty }
}
