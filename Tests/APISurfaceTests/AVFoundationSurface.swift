import AVFoundation
import AVKit
import CoreMedia
import Photos

// Clients declare this for Apple's class, so it must compile here, too. In another package, it's `@retroactive`.
extension AVAsset: @unchecked Sendable {}

/// As clients compute the upright size of a video.
func uprightSize(_ asset: AVAsset) -> CGSize? {
    guard let track = asset.tracks(withMediaType: AVMediaType.video).first else { return nil }
    let size: CGSize = track.naturalSize.applying(track.preferredTransform)
    let transform: CGAffineTransform = track.preferredTransform
    _ = transform.a == 0 && abs(transform.b) == 1
    let _: Float = track.nominalFrameRate
    let _: Double = CMTimeGetSeconds(asset.duration)
    let _: Double = asset.duration.seconds
    let _: [AVMetadataItem] = asset.metadata
    let _: [AVMetadataItem] = asset.commonMetadata
    let _: AVMetadataItem? = asset.creationDate
    let _: Bool = asset.isPlayable && asset.isExportable && asset.isReadable && asset.isComposable
    let _: CMTimeRange = track.timeRange
    let _: Float = track.estimatedDataRate
    let _: [Any] = track.formatDescriptions
    let _: String? = track.languageCode
    let _: CMPersistentTrackID = track.trackID
    return CGSize(width: abs(size.width), height: abs(size.height))
}

func loadValues(_ asset: AVAsset) async throws -> Double {
    let duration: CMTime = try await asset.load(.duration)
    let (metadata, tracks) = try await asset.load(.metadata, .tracks)
    let (_, _, _): (Bool, CMTime, CGAffineTransform) = try await asset.load(
        .isPlayable, .duration, .preferredTransform)
    let videos: [AVAssetTrack] = try await asset.loadTracks(withMediaType: .video)
    let (size, transform): (CGSize, CGAffineTransform) = try await videos[0].load(.naturalSize, .preferredTransform)
    let rate: Float = try await videos[0].load(.nominalFrameRate)
    for item in metadata {
        let _: String? = try await item.load(.stringValue)
        let _: Date? = try await item.load(.dateValue)
    }
    return duration.seconds + Double(tracks.count) + Double(size.applying(transform).width) + Double(rate)
}

func loadValues(_ asset: AVURLAsset, _ completion: @escaping (Bool) -> Void) {
    let _: URL = asset.url
    let _: Int? = try? asset.url.resourceValues(forKeys: [.fileSizeKey]).fileSize
    asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) {
        var error: NSError?
        switch asset.statusOfValue(forKey: "duration", error: &error) {
        case .loaded: completion(true)
        case .failed, .cancelled: completion(error == nil)
        case .loading, .unknown: completion(false)
        @unknown default: completion(false)
        }
    }
}

func openFiles(_ url: URL) -> [AVAsset] {
    [
        AVAsset(url: url), AVURLAsset(url: url),
        AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true]), AVAsset(), AVComposition(),
        AVMutableComposition(),
    ]
}

func readMetadata(_ asset: AVAsset) -> [String?] {
    let items = AVMetadataItem.metadataItems(
        from: asset.metadata, filteredByIdentifier: .quickTimeMetadataContentIdentifier)
    let location = AVMetadataItem.metadataItems(
        from: asset.commonMetadata, withKey: AVMetadataKey.commonKeyLocation, keySpace: .common)
    let item = AVMutableMetadataItem()
    item.key = "com.apple.quicktime.content.identifier" as NSString
    item.keySpace = AVMetadataKeySpace.quickTimeMetadata
    item.value = "id" as NSString
    item.dataType = "com.apple.metadata.datatype.UTF-8"
    let _: AVMetadataIdentifier? = item.identifier
    let _: AVMetadataKey? = item.commonKey
    let _: NSNumber? = item.numberValue
    let _: Data? = item.dataValue
    return [items.first?.stringValue, location.first?.value as? String, item.stringValue]
}

func makeThumbnail(_ asset: AVAsset) throws -> UIImage {
    let generator = AVAssetImageGenerator(asset: asset)
    generator.appliesPreferredTrackTransform = true
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = CMTime.zero
    generator.maximumSize = CGSize(width: 200, height: 200)
    let image = try generator.copyCGImage(at: CMTimeMake(value: 0, timescale: 1), actualTime: nil)
    generator.generateCGImagesAsynchronously(forTimes: [NSValue(time: .zero)]) { time, image, actual, result, error in
        if let image, result == .succeeded { print(UIImage(cgImage: image), time, actual) }
        if result == AVAssetImageGenerator.Result.cancelled { print(error as Any) }
    }
    generator.cancelAllCGImageGeneration()
    return UIImage(cgImage: image)
}

func makeThumbnails(_ asset: AVAsset) async throws {
    let generator = AVAssetImageGenerator(asset: asset)
    let _: CGImage = try await generator.image(at: .zero).image
    for await result in generator.images(for: [.zero]) {
        switch result {
        case .success(let requested, let image, let actual): print(requested, image, actual)
        case .failure(let requested, let error): print(requested, error)
        }
        let _: CGImage = try result.image
    }
}

func exportVideo(_ asset: AVAsset, to url: URL, _ completion: @escaping (Result<URL, Error>) -> Void) {
    let presets = AVAssetExportSession.exportPresets(compatibleWith: asset)
    let preset =
        presets.contains(AVAssetExportPreset1280x720) ? AVAssetExportPreset1280x720 : AVAssetExportPresetMediumQuality
    guard let session = AVAssetExportSession(asset: asset, presetName: preset) else { return }
    session.outputURL = url
    session.outputFileType = AVFileType.mp4
    session.shouldOptimizeForNetworkUse = true
    session.timeRange = CMTimeRangeMake(start: .zero, duration: asset.duration)
    session.fileLengthLimit = 1 << 20
    session.metadata = asset.metadata
    session.metadataItemFilter = AVMetadataItemFilter.forSharing()
    session.determineCompatibleFileTypes { (types: [AVFileType]) in print(types.contains(.mov)) }
    session.exportAsynchronously {
        switch session.status {
        case .completed: completion(.success(url))
        case .failed: if let error = session.error { completion(.failure(error)) }
        case .cancelled, .unknown, .waiting, .exporting: break
        @unknown default: break
        }
        let _: Float = session.progress
    }
    session.cancelExport()
    let _: [AVFileType] = session.supportedFileTypes + [.mov, .mp4, .m4v, .heic, .jpg]
    let _: [String] = AVAssetExportSession.allExportPresets()
    let _: [String] = [
        AVAssetExportPresetHighestQuality, AVAssetExportPresetPassthrough, AVAssetExportPresetMediumQuality,
        AVAssetExportPresetLowQuality, AVAssetExportPreset640x480, AVAssetExportPreset960x540,
        AVAssetExportPreset1920x1080, AVAssetExportPreset3840x2160, AVAssetExportPresetHEVCHighestQuality,
        AVAssetExportPresetHEVC1920x1080, AVAssetExportPresetHEVC3840x2160, AVAssetExportPresetAppleProRes422LPCM,
    ]
}

func filterVideo(_ asset: AVAsset, _ session: AVAssetExportSession, _ item: AVPlayerItem) async throws {
    let composition = AVMutableVideoComposition(asset: asset) { request in
        let time: CMTime = request.compositionTime
        let size: CGSize = request.renderSize
        let source: CIImage = request.sourceImage
        if time.seconds > 1 { return request.finish(with: AVError(.unknown)) }
        request.finish(with: source.cropped(to: CGRect(origin: .zero, size: size)), context: nil)
    }
    composition.renderSize = CGSize(width: 640, height: 360)
    composition.frameDuration = CMTimeMake(value: 1, timescale: 30)
    session.videoComposition = composition
    item.videoComposition = composition
    let fixed: AVVideoComposition = AVVideoComposition(asset: asset, applyingCIFiltersWithHandler: { _ in })
    let _: CGSize = fixed.renderSize
    let _: CMTime = fixed.frameDuration
    session.videoComposition = try await AVVideoComposition.videoComposition(with: asset) { _ in }
    let _: AVMutableVideoComposition = try await AVMutableVideoComposition.videoComposition(
        with: asset, applyingCIFiltersWithHandler: { _ in })
    let _: AVVideoComposition? = session.videoComposition
    let _: AVMutableVideoComposition? = fixed.mutableCopy() as? AVMutableVideoComposition
}

class MockVideoComposition: AVMutableVideoComposition, @unchecked Sendable {
    override var renderSize: CGSize {
        get { CGSize(width: 4, height: 3) }
        set {}
    }
}

class MockFilteringRequest: AVAsynchronousCIImageFilteringRequest, @unchecked Sendable {
    override var sourceImage: CIImage { .black }
    override func finish(with error: any Error) {}
}

func exportVideo(_ session: AVAssetExportSession, to url: URL) async throws {
    try await session.export(to: url, as: .mp4)
    await session.export()
    do {
        try await session.export(to: url, as: .mov)
    } catch AVError.fileAlreadyExists {
        print("exists")
    } catch let error as AVError where error.code == .diskFull {
        print((error as NSError).domain == AVFoundationErrorDomain)
    }
}

func playVideo(_ asset: AVAsset) -> AVPlayer {
    let item = AVPlayerItem(asset: asset)
    let player = AVPlayer(playerItem: item)
    let token: Any = player.addPeriodicTimeObserver(
        forInterval: CMTime(seconds: 0.5, preferredTimescale: 600), queue: .main
    ) { (time: CMTime) in print(time.seconds) }
    player.removeTimeObserver(token)
    player.play()
    player.pause()
    player.seek(to: .zero)
    player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
    player.seek(to: .zero) { (finished: Bool) in print(finished) }
    player.isMuted = true
    player.actionAtItemEnd = .none
    player.replaceCurrentItem(with: nil)
    _ = NotificationCenter.default.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil) { _ in
    }
    let _: AVPlayerItem.Status = item.status
    let _: CMTime = item.duration
    item.audioMix = AVAudioMix()
    return player
}

/// As clients measure and slow down a video.
func slowDown(_ asset: AVAsset) throws -> AVComposition {
    let composition = AVMutableComposition()
    let range = CMTimeRange(start: .zero, duration: asset.duration)
    guard
        let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid),
        let source = asset.tracks(withMediaType: .video).first
    else { return composition }
    try track.insertTimeRange(range, of: source, at: .zero)
    track.scaleTimeRange(range, toDuration: CMTimeMultiply(asset.duration, multiplier: 2))
    track.preferredTransform = source.preferredTransform
    for segment in track.segments {
        let mapping: CMTimeMapping = segment.timeMapping
        print(
            mapping.source.duration, mapping.target.duration, (segment as? AVCompositionTrackSegment)?.sourceURL as Any)
    }
    return composition
}

func useTimes() -> Bool {
    let time = CMTimeMakeWithSeconds(1.5, preferredTimescale: Int32(NSEC_PER_SEC))
    let sum: CMTime = CMTimeAdd(time, kCMTimeZero) + CMTimeSubtract(time, .zero) - time
    let range = CMTimeRangeMake(start: .zero, duration: sum)
    return CMTIME_IS_VALID(time) && CMTIME_IS_NUMERIC(sum) && !CMTIME_IS_INVALID(time) && !CMTIME_IS_INDEFINITE(time)
        && CMTimeCompare(time, sum) == 0 && CMTimeRangeContainsTime(range, time: .zero) && range.end > .zero
        && CMTimeConvertScale(time, timescale: 600, method: .default).value == 900
}

func askForCamera() async -> Bool {
    AVCaptureDevice.requestAccess(for: .video) { (granted: Bool) in print(granted) }
    guard AVCaptureDevice.authorizationStatus(for: .video) == .authorized else { return false }
    return await AVCaptureDevice.requestAccess(for: .audio)
}

/// Mocks of clients.
class MockMovie: AVAsset, @unchecked Sendable {
    override var duration: CMTime { CMTime(value: 3, timescale: 1) }
    override var tracks: [AVAssetTrack] { [MockTrack()] }
    override func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] { tracks }
}

class MockTrack: AVAssetTrack {
    override var naturalSize: CGSize { CGSize(width: 4, height: 3) }
    override var preferredTransform: CGAffineTransform { .identity }
}

class MockURLAsset: AVURLAsset, @unchecked Sendable {
    init() { super.init(url: URL(fileURLWithPath: "/mock.mov")) }
    override var isExportable: Bool { true }
}

class MockSession: AVAssetExportSession, @unchecked Sendable {
    override var status: AVAssetExportSession.Status { .completed }
    override func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) { handler() }
    override class func allExportPresets() -> [String] { [] }
}

class MockPlayer: AVPlayer, @unchecked Sendable {
    override func play() {}
}

class MockItem: AVPlayerItem, @unchecked Sendable {
    init() { super.init(asset: MockMovie()) }
    override var status: AVPlayerItem.Status { .readyToPlay }
}

class MockGenerator: AVAssetImageGenerator, @unchecked Sendable {
    init() { super.init(asset: MockMovie()) }
    override func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        throw AVError(.noImageAtTime)
    }
}

class MockComposition: AVMutableComposition, @unchecked Sendable {
    override var duration: CMTime { .zero }
}

let mocks: [AVAsset] = [MockMovie(), MockURLAsset(), MockComposition()]

class MockItemOfMetadata: AVMetadataItem {
    override var stringValue: String? { "mock" }
}

class CustomView: UIView {
    override init(frame: CGRect) { super.init(frame: frame) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override func layoutSubviews() { super.layoutSubviews() }
}
