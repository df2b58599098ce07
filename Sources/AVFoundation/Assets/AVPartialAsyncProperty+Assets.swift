public import AlbumenGraphics
public import CoreMedia
public import Foundation

extension AVPartialAsyncProperty where Root: AVAsset {
    public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty("duration") { $0.duration } }
    public static var preferredRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty("preferredRate") { $0.preferredRate }
    }
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        AVAsyncProperty("preferredVolume") { $0.preferredVolume }
    }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty("preferredTransform") { $0.preferredTransform }
    }
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty("tracks") { $0.tracks } }
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty("metadata") { $0.metadata } }
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty("commonMetadata") { $0.commonMetadata }
    }
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        AVAsyncProperty("availableMetadataFormats") { $0.availableMetadataFormats }
    }
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
        AVAsyncProperty("creationDate") { $0.creationDate }
    }
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("playable") { $0.isPlayable } }
    public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("exportable") { $0.isExportable } }
    public static var isReadable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("readable") { $0.isReadable } }
    public static var isComposable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("composable") { $0.isComposable } }
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("hasProtectedContent") { $0.hasProtectedContent }
    }
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
    }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        AVAsyncProperty("formatDescriptions") { $0.formatDescriptions.compactMap { $0 as? CMFormatDescription } }
    }
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("playable") { $0.isPlayable } }
    public static var isDecodable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("decodable") { $0.isDecodable } }
    public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty("enabled") { $0.isEnabled } }
    public static var isSelfContained: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("selfContained") { $0.isSelfContained }
    }
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty("timeRange") { $0.timeRange } }
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
        AVAsyncProperty("naturalTimeScale") { $0.naturalTimeScale }
    }
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty("estimatedDataRate") { $0.estimatedDataRate }
    }
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty("naturalSize") { $0.naturalSize } }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty("preferredTransform") { $0.preferredTransform }
    }
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        AVAsyncProperty("preferredVolume") { $0.preferredVolume }
    }
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty("nominalFrameRate") { $0.nominalFrameRate }
    }
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty("minFrameDuration") { $0.minFrameDuration }
    }
    public static var languageCode: AVAsyncProperty<Root, String?> {
        AVAsyncProperty("languageCode") { $0.languageCode }
    }
    public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
        AVAsyncProperty("extendedLanguageTag") { $0.extendedLanguageTag }
    }
    public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> {
        AVAsyncProperty("segments") { $0.segments }
    }
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty("metadata") { $0.metadata } }
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty("commonMetadata") { $0.commonMetadata }
    }
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        AVAsyncProperty("availableMetadataFormats") { $0.availableMetadataFormats }
    }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> {
        AVAsyncProperty("value") { $0.value }
    }
    public static var stringValue: AVAsyncProperty<Root, String?> { AVAsyncProperty("value") { $0.stringValue } }
    public static var numberValue: AVAsyncProperty<Root, NSNumber?> { AVAsyncProperty("value") { $0.numberValue } }
    public static var dateValue: AVAsyncProperty<Root, Date?> { AVAsyncProperty("value") { $0.dateValue } }
    public static var dataValue: AVAsyncProperty<Root, Data?> { AVAsyncProperty("value") { $0.dataValue } }
    public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
        AVAsyncProperty("extraAttributes") { $0.extraAttributes }
    }
}
