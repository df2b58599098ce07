public import CoreMedia
public import Foundation
import MediaRequests
import Synchronization

/// Writes an asset to a file, with another codec, size or container, or a part of it.
///
/// The file is written under a hidden name in the output's folder, and renamed when it's complete. An existing file is
/// an error and stays as it is. An export never enlarges pictures, and it keeps their rotation, dates, locations and
/// cameras.
///
/// A session exports once. At most half of the cores run exports, so a session can wait for its turn. Errors are
/// ``AVError``s. All methods and properties can be used from any thread; change settings before the export starts.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    public enum Status: Int, Sendable {
        case unknown = 0
        /// The session waits for its turn.
        case waiting = 1
        case exporting = 2
        case completed = 3
        case failed = 4
        case cancelled = 5
    }

    private struct Settings {
        var outputURL: URL?
        var outputFileType: AVFileType?
        var shouldOptimizeForNetworkUse = false
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var fileLengthLimit: Int64 = 0
        var metadata: [MetadataFacts]?
        var removesPersonalFacts = false
        var videoComposition: AVVideoComposition?
    }

    private let settings = Mutex(Settings())
    let run = ExportState()
    private let items = KeptMetadata()

    /// The asset.
    public let asset: AVAsset
    /// The name of the preset.
    public let presetName: String
    private let preset: VideoExport

    /// - Parameter presetName: One of the names of `allExportPresets()`.
    /// - Returns: `nil` if there is no such preset.
    public init?(asset: AVAsset, presetName: String) {
        guard let preset = ExportPreset.export(presetName) else { return nil }
        self.asset = asset
        self.presetName = presetName
        self.preset = preset
        super.init()
    }

    // MARK: Settings

    /// The file to write. Its folder must exist, and the file must not.
    open var outputURL: URL? {
        get { settings.withLock { $0.outputURL } }
        set { settings.withLock { $0.outputURL = newValue } }
    }

    /// The format of the file: one of ``supportedFileTypes``.
    open var outputFileType: AVFileType? {
        get { settings.withLock { $0.outputFileType } }
        set { settings.withLock { $0.outputFileType = newValue } }
    }

    /// Whether the index precedes the samples, so that playback starts before the end has been downloaded.
    open var shouldOptimizeForNetworkUse: Bool {
        get { settings.withLock { $0.shouldOptimizeForNetworkUse } }
        set { settings.withLock { $0.shouldOptimizeForNetworkUse = newValue } }
    }

    /// The part of the asset to export. The default is all of it.
    open var timeRange: CMTimeRange {
        get { settings.withLock { $0.timeRange } }
        set { settings.withLock { $0.timeRange = newValue } }
    }

    /// The largest size of the file in bytes, or 0 for any size. The encoder gets a bit rate that keeps the limit. If
    /// that isn't possible, the file ends early.
    open var fileLengthLimit: Int64 {
        get { settings.withLock { $0.fileLengthLimit } }
        set { settings.withLock { $0.fileLengthLimit = newValue } }
    }

    /// The metadata to write in place of the asset's, or `nil` to keep the asset's. The file contains the items with a
    /// text or a number and a QuickTime or common key, and no others.
    open var metadata: [AVMetadataItem]? {
        get { items.items }
        set {
            items.items = newValue
            let facts = newValue?.map(\.facts)
            settings.withLock { $0.metadata = facts }
        }
    }

    /// Selects the asset's metadata that the file contains. `nil` keeps all of it. Has no effect if `metadata` is set.
    open var metadataItemFilter: AVMetadataItemFilter? {
        get { items.filter }
        set {
            items.filter = newValue
            settings.withLock { $0.removesPersonalFacts = newValue != nil }
        }
    }

    /// The filter of the frames, or `nil` to keep them as they are. It has the values from the time when it was set.
    ///
    /// The export calls the composition's handler for each frame, and fails with an error that the handler returns. A
    /// preset that copies samples can't filter them.
    open var videoComposition: AVVideoComposition? {
        get { settings.withLock { $0.videoComposition } }
        set {
            let copy = newValue.map(AVVideoComposition.unchanging)
            settings.withLock { $0.videoComposition = copy }
        }
    }

    /// The folder for unfinished files on Apple's platforms. It has no effect here: an unfinished file is always in the
    /// output's folder, so that it can be renamed.
    open var directoryForTemporaryFiles: URL? {
        get { items.temporaryFolder }
        set { items.temporaryFolder = newValue }
    }

    /// The file types into which this preset can export the asset. Blocks until the asset's properties have been read.
    open var supportedFileTypes: [AVFileType] {
        guard let source = ExportSource(asset) else { return [] }
        return ExportPreset.fileTypes(preset, of: source)
    }

    // MARK: State

    open var status: Status { run.status }

    /// The reason why the export failed or was cancelled: an ``AVError``, or the error with which the handler of the
    /// ``videoComposition`` finished a request.
    open var error: (any Error)? { run.error }

    /// The finished share, from 0 to 1. It never decreases, and is 1 when the export has completed.
    open var progress: Float { Float(run.progress) }

    // MARK: Exporting

    /// Starts the export.
    ///
    /// - Parameter handler: The handler to call once, on a thread of the system, when the export has completed, failed
    ///   or been cancelled. See ``status`` and ``error``.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        guard run.start(handler) else { return }
        // Keeps the session until the export has ended, as clients rely on that.
        ExportState.queue.addOperation { self.work() }
    }

    /// Exports, and returns when the export has completed, failed or been cancelled. See ``status`` and ``error``.
    ///
    /// If the task is cancelled, the export is cancelled, too.
    open func export() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exportAsynchronously { continuation.resume() }
            }
        } onCancel: {
            cancelExport()
        }
    }

    /// Exports to a file.
    ///
    /// - Throws: An ``AVError``, or a `CancellationError` if the task is cancelled.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        try Task.checkCancellation()
        outputURL = url
        outputFileType = fileType
        await export()
        if status == .cancelled { try Task.checkCancellation() }
        if let error { throw error }
    }

    /// Cancels the export. The file and the export's process are gone within a tenth of a second, and the handler is
    /// called. A file that was complete meanwhile is removed, too. Does nothing if the export has ended, which its status
    /// shows, or hasn't started.
    open func cancelExport() {
        run.cancel()
    }

    // MARK: Compatibility

    /// Returns the names of all presets.
    open class func allExportPresets() -> [String] {
        ExportPreset.names
    }

    /// Returns the names of the presets with which an asset can be exported. Blocks until the asset's properties have
    /// been read.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        guard let source = ExportSource(asset) else { return [] }
        return ExportPreset.names.filter { isCompatible($0, source, nil) }
    }

    /// Determines whether an asset can be exported with a preset.
    ///
    /// - Parameters:
    ///   - outputFileType: The type of the file, or `nil` for any.
    ///   - handler: The handler to call once, on a thread of the system.
    open class func determineCompatibility(
        ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let asset = UncheckedAsset(asset: asset)
        MediaQueue.loading.addOperation {
            handler(ExportSource(asset.asset).map { isCompatible(presetName, $0, outputFileType) } ?? false)
        }
    }

    /// Returns whether an asset can be exported with a preset.
    nonisolated(nonsending) open class func compatibility(
        ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
    ) async -> Bool {
        let asset = UncheckedAsset(asset: asset)
        return await withCheckedContinuation { continuation in
            determineCompatibility(ofExportPreset: presetName, with: asset.asset, outputFileType: outputFileType) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Determines the file types into which this preset can export the asset.
    ///
    /// - Parameter handler: The handler to call once, on a thread of the system.
    open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
        MediaQueue.loading.addOperation { handler(self.supportedFileTypes) }
    }

    /// The file types into which this preset can export the asset.
    open var compatibleFileTypes: [AVFileType] {
        get async {
            await withCheckedContinuation { continuation in
                determineCompatibleFileTypes { continuation.resume(returning: $0) }
            }
        }
    }

    private func work() {
        guard run.begin() else { return }
        do {
            let (source, export, url) = try plan()
            let output = try SessionExport(
                source: source, export: export, output: url,
                frames: try videoComposition.map { try $0.frameEditing(for: export, run.cancellation) },
                cancellation: run.cancellation, progress: { [run] in run.advance(to: $0) }
            ).run()
            run.complete(withdraw: output.withdraw)
        } catch {
            run.fail(error)
        }
    }

    /// Checks the settings.
    private func plan() throws(AVError) -> (ExportSource, VideoExport, URL) {
        let settings = settings.withLock { $0 }
        guard let url = settings.outputURL, url.isFileURL else {
            throw AVError(
                .exportFailed, "The export has no file to write to.", remedy: "Set outputURL to the URL of a new file.")
        }
        guard let fileType = settings.outputFileType else {
            throw AVError(
                .exportFailed, "The export of “\(url.lastPathComponent)” has no file type.",
                remedy: "Set outputFileType to one of the session's supportedFileTypes.", url: url)
        }
        if !(asset is AVComposition), case .failure(let error) = asset.content.load() { throw error }
        guard let source = ExportSource(asset) else {
            throw AVError(
                .operationNotSupportedForAsset,
                "The asset can't be exported: it has no video track, a pause, sound that plays without its own "
                    + "pictures, or more than \(VideoExport.sourceLimit) files.",
                remedy: "Export an AVURLAsset, or a composition of assets that were inserted one after another.")
        }
        let recipe = ExportRecipe(
            preset: preset, fileType: fileType, timeRange: settings.timeRange,
            indexComesFirst: settings.shouldOptimizeForNetworkUse, fileLengthLimit: settings.fileLengthLimit,
            metadata: settings.metadata, removesPersonalFacts: settings.removesPersonalFacts)
        return (source, try recipe.export(of: source), url)
    }
}
