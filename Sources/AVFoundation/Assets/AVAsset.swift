public import AlbumenGraphics
public import CoreMedia
public import Foundation
import MediaRequests
import MediaWork

/// A movie or a sound, with its tracks and metadata.
///
/// Create one with `AVURLAsset(url:)` or `AVAsset(url:)`. The properties come from the media worker. They block the
/// calling thread on first use, and are empty if the file can't be read. `load(_:)` doesn't block, and throws an
/// ``AVError`` instead.
///
/// `AVAsset()` is empty, so that tests of an app can subclass it. As on Apple's platforms, the class isn't declared
/// `Sendable`, but you can use an object from several threads.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading {
    let content: AssetContent
    private let keptTracks = KeptTracks()

    /// Creates an empty asset.
    public override init() {
        content = AssetContent(AssetFacts())
        super.init()
    }

    init(_ content: AssetContent) {
        self.content = content
        super.init()
    }

    /// The permissions to read the files. Empty if all files are the app's.
    var permits: [MoviePermit] { [] }

    var facts: AssetFacts {
        switch content.load() {
        case .success(let facts): facts
        case .failure: AssetFacts()
        }
    }

    /// Returns the object itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    // MARK: Properties

    open var duration: CMTime { facts.duration }

    /// The rate at which the asset should play. It's always 1.
    open var preferredRate: Float { 1 }

    /// The volume at which the asset should play. It's always 1.
    open var preferredVolume: Float { 1 }

    /// The rotation of the whole asset. It's always the identity, because files rotate their tracks.
    open var preferredTransform: CGAffineTransform { .identity }

    /// The natural size of the first video track, before its rotation.
    open var naturalSize: CGSize { tracks(withMediaType: .video).first?.naturalSize ?? .zero }

    /// The tracks, in the order of the file.
    open var tracks: [AVAssetTrack] {
        keptTracks.tracks { facts.tracks.map { AVAssetTrack($0, of: self) } }
    }

    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// Whether the worker can decode a video or sound track.
    open var isPlayable: Bool {
        tracks.contains { [.video, .audio].contains($0.mediaType) && $0.isPlayable }
    }

    /// Whether an ``AVAssetExportSession`` can export the asset.
    open var isExportable: Bool {
        tracks.contains { $0.mediaType == .video && $0.isDecodable } && ExportSource(self) != nil
    }

    /// Whether an ``AVAssetReader`` can read the samples. Those of a composition can't be read.
    open var isReadable: Bool { !(self is AVComposition) && tracks.contains { $0.facts.file != nil } }

    /// Whether an ``AVMutableComposition`` can contain the tracks.
    open var isComposable: Bool { tracks.contains { $0.facts.file != nil } }

    open var hasProtectedContent: Bool {
        if case .failure(let error) = content.load() { error.code == .contentIsProtected } else { false }
    }

    /// Whether the duration is exact. It's `true` for all formats.
    open var providesPreciseDurationAndTiming: Bool { true }

    // MARK: Metadata

    /// The metadata of the asset, without its tracks', in the order of the file.
    open var metadata: [AVMetadataItem] { facts.metadata.map(AVMetadataItem.init) }

    /// The metadata with a common key, such as a title.
    open var commonMetadata: [AVMetadataItem] { metadata.compactMap(\.withCommonKey) }

    open var availableMetadataFormats: [AVMetadataFormat] { AVMetadataFormat.formats(of: metadata) }

    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { $0.keySpace?.format == format }
    }

    /// The date of the recording.
    open var creationDate: AVMetadataItem? {
        let items = commonMetadata
        if let item = items.first(where: { $0.commonKey == .commonKeyCreationDate }) { return item }
        guard let date = facts.creationDate else { return nil }
        return AVMetadataItem(
            MetadataFacts(
                keySpace: .common, key: AVMetadataKey.commonKeyCreationDate.rawValue,
                value: .text(date.formatted(.iso8601)), dataType: MetadataFacts.textType))
    }

    // MARK: Loading

    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        switch content.current {
        case .success: return .loaded
        case .failure(let error):
            outError?.pointee = error._nsError
            return .failed
        case nil: return .unknown
        }
    }

    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
        MediaQueue.loading.addOperation { [content] in
            _ = content.load()
            handler?()
        }
    }

    /// Does nothing. Loading takes milliseconds, and other objects may wait for the result.
    open func cancelLoading() {}

    /// Returns a track, and loads the tracks if necessary.
    ///
    /// - Throws: An ``AVError`` if the file can't be read.
    nonisolated(nonsending) open func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws
        -> AVAssetTrack?
    {
        try await loadContent()
        return track(withTrackID: trackID)
    }

    /// Returns tracks, and loads them if necessary.
    ///
    /// - Throws: An ``AVError`` if the file can't be read.
    nonisolated(nonsending) open func loadTracks(withMediaType mediaType: AVMediaType) async throws
        -> [AVAssetTrack]
    {
        try await loadContent()
        return tracks(withMediaType: mediaType)
    }

    /// Returns tracks, and loads them if necessary.
    ///
    /// - Throws: An ``AVError`` if the file can't be read.
    nonisolated(nonsending) open func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic)
        async throws -> [AVAssetTrack]
    {
        try await loadContent()
        return tracks(withMediaCharacteristic: mediaCharacteristic)
    }

    /// Returns the metadata of a format, and loads it if necessary.
    ///
    /// - Throws: An ``AVError`` if the file can't be read.
    nonisolated(nonsending) open func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        try await loadContent()
        return metadata(forFormat: format)
    }

    nonisolated(nonsending) private func loadContent() async throws {
        var reason: NSError?
        await withCheckedContinuation { continuation in
            loadValuesAsynchronously(forKeys: ["tracks"]) { continuation.resume() }
        }
        if statusOfValue(forKey: "tracks", error: &reason) != .loaded { throw reason ?? AVError(.unknown)._nsError }
    }
}

/// Lets `AVAsset(url:)` return an ``AVURLAsset``, as Apple's class cluster does.
public protocol _AVAssetOfURL {}

extension _AVAssetOfURL where Self: AVAsset {
    /// Creates an ``AVURLAsset``.
    public init(url: URL) {
        guard let asset = AVURLAsset(url: url, options: nil) as? Self else {
            fatalError("A subclass of AVAsset needs an initializer of its own for a URL.")
        }
        self = asset
    }
}

extension AVAsset: _AVAssetOfURL {}
