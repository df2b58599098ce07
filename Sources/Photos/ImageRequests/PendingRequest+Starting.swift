import Albumen
import Foundation
import Pixels
import UIKit

extension PendingRequest<UIImage> {
    /// Starts the work on an image. What opportunistic delivery finds in memory is delivered before this returns.
    func start(_ request: ImageRequest, in view: LibraryView) {
        start(callsBackAtOnce: request.delivery == .opportunistic) {
            view.images.start(request) { event in
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
    /// Starts to read a file.
    func start(_ source: PictureSource, in view: LibraryView, _ network: NetworkAccess) {
        start {
            view.images.data(of: source, network: network) { result in
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
