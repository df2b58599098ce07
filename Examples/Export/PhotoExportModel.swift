import Photos
import UIKit

/// The model of a screen that shows albums and exports chosen photos and videos. Use it on the main thread.
class PhotoExportModel: NSObject {
    /// An album with its photos and videos, newest first.
    struct Album {
        var title: String
        var assets: PHFetchResult<PHAsset>
    }

    struct Cell {
        var thumbnail: UIImage?
        /// Minutes and seconds of a video.
        var duration: String?
    }

    private(set) var albums: [Album] = []
    private var imageManager: PHCachingImageManager?
    private var request = PHInvalidImageRequestID
    private var session: AVAssetExportSession?
    private var timer: Timer?

    func load(completion: @escaping (Bool) -> Void) {
        PHPhotoLibrary.requestAuthorization { [weak self] status in
            DispatchQueue.main.async {
                guard let self = self, status == .authorized else { return completion(false) }
                self.imageManager = PHCachingImageManager()
                self.fetchAlbums()
                completion(true)
            }
        }
    }

    private func fetchAlbums() {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        for type in [PHAssetCollectionType.smartAlbum, .album] {
            let collections = PHAssetCollection.fetchAssetCollections(with: type, subtype: .any, options: nil)
            collections.enumerateObjects { collection, _, _ in
                guard collection.assetCollectionSubtype != .smartAlbumAllHidden else { return }
                let assets = PHAsset.fetchAssets(in: collection, options: options)
                if assets.count > 0 {
                    self.albums.append(Album(title: collection.localizedTitle ?? "", assets: assets))
                }
            }
        }
    }

    /// Requests the thumbnails of an album. `completion` is called once, with the cells in the album's order.
    func showCells(of album: Album, side: CGFloat, completion: @escaping ([Cell]) -> Void) {
        var cells = [Cell](repeating: Cell(), count: album.assets.count)
        var missing = Set(0..<album.assets.count)
        let options = PHImageRequestOptions()
        options.isNetworkAccessAllowed = true
        album.assets.enumerateObjects { asset, index, _ in
            if asset.mediaType == .video {
                let seconds = Int(asset.duration.rounded())
                cells[index].duration = String(format: "%02d:%02d", seconds / 60, seconds % 60)
            }
            self.imageManager?.requestImage(
                for: asset, targetSize: CGSize(width: side, height: side), contentMode: .aspectFill, options: options
            ) { thumbnail, info in
                DispatchQueue.main.async {
                    cells[index].thumbnail = thumbnail
                    if info?[PHImageResultIsDegradedKey] as? Bool == true { return }
                    if missing.remove(index) != nil, missing.isEmpty { completion(cells) }
                }
            }
        }
    }

    /// Requests photos at full size. `completion` gets them in the given order, or `nil` if one of them failed.
    func exportPhotos(_ assets: [PHAsset], completion: @escaping ([UIImage]?) -> Void) {
        guard let imageManager = imageManager, !assets.isEmpty else { return completion([]) }
        var current = 0
        var success = 0
        var photos = [UIImage](repeating: UIImage(), count: assets.count)
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.isNetworkAccessAllowed = true
        for (index, asset) in assets.enumerated() {
            imageManager.requestImage(
                for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: options
            ) { photo, _ in
                DispatchQueue.main.async {
                    current += 1
                    if let photo = photo {
                        success += 1
                        photos[index] = photo
                    }
                    if current == assets.count { completion(success == assets.count ? photos : nil) }
                }
            }
        }
    }

    /// Exports a video for the network.
    ///
    /// - Parameters:
    ///   - progress: Called several times per second with the session's progress.
    ///   - completion: Called once with the session's status, or with `nil` if there is no session.
    func exportVideo(
        _ asset: PHAsset, to file: URL, progress: @escaping (Float) -> Void,
        completion: @escaping (AVAssetExportSession.Status?) -> Void
    ) {
        let options = PHVideoRequestOptions()
        options.isNetworkAccessAllowed = true
        let presets = AVAssetExportSession.allExportPresets()
        var preset = presets.first ?? ""
        if presets.contains(AVAssetExportPreset1280x720) {
            preset = AVAssetExportPreset1280x720
        } else if presets.contains(AVAssetExportPresetMediumQuality) {
            preset = AVAssetExportPresetMediumQuality
        }
        request =
            imageManager?.requestExportSession(forVideo: asset, options: options, exportPreset: preset) {
                [weak self] session, _ in
                DispatchQueue.main.async {
                    guard let self = self, let session = session else { return completion(nil) }
                    self.exportVideo(file, with: session, progress: progress, completion: completion)
                }
            } ?? PHInvalidImageRequestID
    }

    private func exportVideo(
        _ video: URL, with session: AVAssetExportSession, progress: @escaping (Float) -> Void,
        completion: @escaping (AVAssetExportSession.Status?) -> Void
    ) {
        self.session = session
        session.outputURL = video
        session.outputFileType = .mp4
        session.shouldOptimizeForNetworkUse = true
        timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in progress(session.progress) }
        session.exportAsynchronously { [weak self] in
            DispatchQueue.main.async { [weak self] in
                self?.timer?.invalidate()
                progress(session.progress)
                completion(session.status)
            }
        }
    }

    /// Cancels the export of a video in any phase.
    func cancel() {
        imageManager?.cancelImageRequest(request)
        session?.cancelExport()
    }
}
