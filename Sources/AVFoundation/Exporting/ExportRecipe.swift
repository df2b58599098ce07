import CoreMedia
import Foundation
import MediaRequests

/// Makes the engine's export from a session's settings.
struct ExportRecipe {
    var preset: VideoExport
    var fileType: AVFileType
    var timeRange: CMTimeRange
    var indexComesFirst: Bool
    var fileLengthLimit: Int64
    var metadata: [MetadataFacts]?
    var removesPersonalFacts: Bool

    /// - Throws: An error that states the setting to change.
    func export(of source: ExportSource) throws(AVError) -> VideoExport {
        var export = preset
        if !source.hasSound { export.audio = .none }
        guard ExportPreset.fileTypes(export, of: source).contains(fileType), let container = MovieContainer(fileType)
        else {
            throw AVError(
                .operationNotSupportedForAsset,
                "“\(source.url.lastPathComponent)” can't be exported as \(fileType.rawValue) with this preset.",
                remedy: "Choose one of the session's supportedFileTypes, or another preset.", url: source.url)
        }
        export.container = container
        export.segments = source.segments
        export.indexComesFirst = indexComesFirst
        export.fileLengthLimitInBytes = fileLengthLimit > 0 ? fileLengthLimit : nil
        export.timeRange = try range(of: source)
        if export.video == .copy, !export.segments.isEmpty {
            guard export.segments.allSatisfy({ $0.source.duration == $0.targetDuration }), export.segments.count == 1
            else {
                throw AVError(
                    .operationNotSupportedForAsset,
                    "A composition of several parts can't be exported without encoding.",
                    remedy: "Choose another preset than AVAssetExportPresetPassthrough.", url: source.url)
            }
            // A copy of one part is a copy of a range.
            if export.timeRange == nil { export.timeRange = export.segments[0].source }
            export.segments = []
        }
        if let metadata {
            export.metadata = .replaced(metadata.compactMap(Self.entry))
        } else {
            export.metadata = removesPersonalFacts ? .withoutPersonalFacts : .all
        }
        return export
    }

    /// Returns `nil` for the whole asset.
    private func range(of source: ExportSource) throws(AVError) -> MediaTimeRange? {
        let whole = CMTimeRange(start: .zero, duration: source.duration)
        if timeRange.start == .zero, timeRange.duration == .positiveInfinity { return nil }
        let range = timeRange.intersection(whole)
        guard range.isValid, range.duration > .zero, let part = MediaTimeRange(range) else {
            throw AVError(
                .exportFailed, "The time range contains nothing of “\(source.url.lastPathComponent)”.",
                remedy: "Use a range within the asset's duration of \(source.duration.seconds) seconds.",
                url: source.url)
        }
        return range == whole ? nil : part
    }

    /// Returns the item with a QuickTime metadata key, or `nil` if there is no such key or no text.
    static func entry(_ facts: MetadataFacts) -> ExportedMetadata.Entry? {
        let item = AVMetadataItem(facts)
        guard let value = item.stringValue, let identifier = facts.identifier else { return nil }
        if identifier.keySpace == .quickTimeMetadata, let key = facts.key {
            return ExportedMetadata.Entry(key: key, value: value)
        }
        guard let common = identifier.commonKey, let name = quickTimeNames[common] else { return nil }
        return ExportedMetadata.Entry(key: name.rawValue, value: value)
    }

    private static let quickTimeNames: [AVMetadataKey: AVMetadataKey] = [
        .commonKeyTitle: .quickTimeMetadataKeyTitle, .commonKeyAuthor: .quickTimeMetadataKeyAuthor,
        .commonKeyArtist: .quickTimeMetadataKeyAuthor, .commonKeyCopyrights: .quickTimeMetadataKeyCopyright,
        .commonKeyDescription: .quickTimeMetadataKeyDescription,
        .commonKeyCreationDate: .quickTimeMetadataKeyCreationDate,
        .commonKeyLocation: .quickTimeMetadataKeyLocationISO6709, .commonKeyMake: .quickTimeMetadataKeyMake,
        .commonKeyModel: .quickTimeMetadataKeyModel, .commonKeySoftware: .quickTimeMetadataKeySoftware,
        .commonKeyIdentifier: .quickTimeMetadataKeyContentIdentifier,
    ]
}
