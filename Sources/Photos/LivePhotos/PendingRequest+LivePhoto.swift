import Foundation
import PhotoLibrary
import Records
import UIKitCore

extension PendingRequest<PHLivePhoto> {
    /// Starts the work on a Live Photo. A picture in memory is delivered before this returns if delivery is
    /// opportunistic.
    func startLivePhoto(
        of asset: PHAsset, _ targetSize: CGSize, _ contentMode: PHImageContentMode, _ session: PhotoLibrarySession
    ) {
        start(callsBackAtOnce: settings.delivery == .opportunistic) {
            let client = try self.client(for: asset, session)
            let version = settings.version
            let files = try client.view.livePhotoResources(of: client.record, version: version)
            guard !client.record.isVideoPlaybackOff, let (photo, video) = files else {
                throw RequestFailure.noLivePhoto
            }
            let source = PictureSource(video, assetUUID: client.record.uuid)
            let places = LivePhotoContent.Files.asset(
                client.view.library, uuid: client.record.uuid, version: version, photo: photo, video: video)
            let request = try client.request(
                targetSize, contentMode, settings, network: settings.network(makeProgress()))
            return client.view.startLivePhoto(request, video: source, on: thread) { event in
                switch event {
                case .image(let image):
                    let info = ImageResultInfo(
                        requestID: self.number, isDegraded: image.isDegraded, isInCloud: image.isInCloud)
                    // A single result is whole, also with a degraded picture.
                    let content = LivePhotoContent(
                        image: UIImage(image.bitmap), files: image.isLast ? places : .pending)
                    self.deliver(PHLivePhoto(content), info, isLast: image.isLast)
                case .failed(let error):
                    self.fail(error)
                }
            }
        }
    }
}
