import Foundation
import PhotoLibrary
import Pixels
import UIKitCore

extension PendingRequest<UIImage> {
    /// Starts the work on an image. Images in memory are delivered before this returns if delivery is opportunistic.
    func startImage(
        of asset: PHAsset, _ targetSize: CGSize, _ contentMode: PHImageContentMode, _ session: PhotoLibrarySession
    ) {
        start(callsBackAtOnce: settings.delivery == .opportunistic) {
            let client = try self.client(for: asset, session)
            let request = try client.request(
                targetSize, contentMode, settings, network: settings.network(makeProgress()))
            return client.view.images.start(request, on: thread) { event in
                switch event {
                case .image(let image):
                    let info = ImageResultInfo(
                        requestID: self.number, isDegraded: image.isDegraded, isInCloud: image.isInCloud)
                    self.deliver(UIImage(image.bitmap), info, isLast: image.isLast)
                case .failed(let error):
                    self.fail(error)
                }
            }
        }
    }
}

extension PendingRequest<ImageFile> {
    /// Starts to read the file of an image.
    func startFile(of asset: PHAsset, _ session: PhotoLibrarySession) {
        start {
            let client = try self.client(for: asset, session)
            guard client.isImage else { throw RequestFailure.noImageData }
            let (view, source) = (client.view, try client.source(settings.version))
            return view.images.data(of: source, network: settings.network(makeProgress()), on: thread) { result in
                switch result {
                case .success(let data):
                    let file = ImageFile(data, source, in: view)
                    var info = ImageResultInfo(requestID: self.number)
                    file.describe(in: &info)
                    self.deliver(file, info, isLast: true)
                case .failure(let error):
                    self.fail(error)
                }
            }
        }
    }
}
