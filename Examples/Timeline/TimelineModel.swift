import Observation
import PhotosUI
import SwiftUI

/// The model of a screen with the newest photos and videos, and of a button that adds others. In the Swift 6 language
/// mode.
@MainActor @Observable
final class TimelineModel {
    private(set) var assets = PHFetchResult<PHAsset>()
    /// The reason why the last item wasn't added.
    private(set) var failure: (any Error)?

    /// Asks for access and shows the photos and videos. Then follows the library's changes until the task is cancelled.
    func follow() async {
        let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        guard status == .authorized || status == .limited else { return }
        let changes = LibraryChanges()
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.prefetchAssetExtendedMetadata = true
        assets = PHAsset.fetchAssets(with: options)
        for await change in changes.stream {
            guard let details = change.changeDetails(for: assets) else { continue }
            assets = details.fetchResultAfterChanges
        }
    }

    /// Adds what the user picked to the library, with a keyword.
    func add(_ items: [PhotosPickerItem], keyword: String) async {
        for item in items {
            do {
                guard let data = try await item.loadTransferable(type: Data.self) else { continue }
                let type = item.supportedContentTypes.first
                // The library calls the block on its own queue, so it must not be isolated to the main actor.
                try await PHPhotoLibrary.shared().performChanges { @Sendable in
                    let request = PHAssetCreationRequest.forAsset()
                    let isVideo = type?.conforms(to: .movie) ?? false
                    request.addResource(with: isVideo ? .video : .photo, data: data, options: nil)
                    request.addKeyword(keyword)
                }
            } catch {
                failure = error
            }
        }
    }
}

/// The library's changes from now on. The library doesn't retain its observers, so keep this object.
private final class LibraryChanges: NSObject, PHPhotoLibraryChangeObserver {
    let stream: AsyncStream<PHChange>
    private let continuation: AsyncStream<PHChange>.Continuation

    override init() {
        (stream, continuation) = AsyncStream.makeStream()
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        continuation.yield(changeInstance)
    }
}
