import BlobStore
import Foundation
import MediaRequests

extension LibraryView {
    /// Requests the image of a Live Photo, and makes its video available before the last image is delivered.
    ///
    /// Earlier images don't wait for the video. If the video is remote and may not be downloaded, the request fails
    /// after them.
    ///
    /// - Parameters:
    ///   - video: The video of the Live Photo.
    ///   - deliver: The same as for `ImagePipeline.start(_:on:deliver:)`.
    package func startLivePhoto(
        _ request: ImageRequest, video: PictureSource, on thread: WorkThread = .queue,
        deliver: @escaping ImagePipeline.Deliver
    ) -> ImageTask {
        let task = ImageTask()
        var request = request
        let network = request.network
        let isDownloadedTwice = isMissingHere(request.source) && isMissingHere(video)
        if isDownloadedTwice { request.network = network.part(0, of: 2) }
        let run = images.start(request, on: thread) { event in
            guard !task.isCancelled else { return }
            guard case .image(let image) = event, image.isLast else { return deliver(event) }
            let fetch = originals.fetch(
                [video], network: isDownloadedTwice ? network.part(1, of: 2) : network, on: thread
            ) { result in
                switch result {
                case .success: deliver(event)
                case .failure(let error): deliver(.failed(error))
                }
            }
            task.begin(step: 1) { fetch.cancel() }
        }
        task.begin(step: 0) { run.cancel() }
        return task
    }

    /// Returns whether an original isn't in the folder, as far as that can be read. The request reports errors.
    private func isMissingHere(_ source: PictureSource) -> Bool {
        (try? originals.location(of: source.digest)) == .inPlace
    }
}
