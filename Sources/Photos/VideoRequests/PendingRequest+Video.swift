import AVFoundation
import Dispatch
import Foundation
import PhotoLibrary
import Records

/// An `AVAsset` or an object made of one, on its way to the handler, which is its only user.
typealias VideoObject<Object> = UncheckedSendable<Object>

extension PendingRequest {
    /// Starts the work on a video.
    ///
    /// - Parameters:
    ///   - streams: Whether the result plays a remote video from pieces, so that nothing must be downloaded before.
    ///   - make: Makes the result. It's called on a background thread if it must read the file.
    func startVideo<Object>(
        of asset: PHAsset, _ session: PhotoLibrarySession, streams: Bool = false,
        _ make: @escaping @Sendable (RequestedVideo) throws -> Object
    ) where Value == VideoObject<Object> {
        start {
            let client = try self.client(for: asset, session)
            guard client.isVideo || client.record.playbackStyle == .videoLooping else { throw RequestFailure.noVideo }
            let (view, version) = (client.view, settings.version)
            let sources = try view.playableSources(of: client.record, version: version)
            guard let source = sources.first else { throw RequestFailure.noVideo }
            let isStreamed = try streams && settings.allowsNetwork && view.originals.canStream(source)
            let needed = isStreamed ? Array(sources.dropFirst()) : sources
            return view.originals.fetch(needed, network: settings.network(makeProgress()), on: thread) { result in
                do {
                    try result.get()
                    let video = try RequestedVideo(source, version: version, isStreamed: isStreamed, for: client)
                    // Only a composition reads the file. If it's streamed, that waits for the network.
                    guard video.isSlowed else { return self.deliver(video, make) }
                    DispatchQueue.global().async { self.deliver(video, make) }
                } catch {
                    self.fail(error)
                }
            }
        }
    }

    private func deliver<Object>(
        _ video: RequestedVideo, _ make: @Sendable (RequestedVideo) throws -> Object
    ) where Value == VideoObject<Object> {
        do {
            let object = try make(video)
            deliver(VideoObject(object), ImageResultInfo(requestID: number), isLast: true)
        } catch {
            fail(error)
        }
    }
}
