import AVFoundation
import Dispatch
import Foundation

extension PHLivePhoto {
    /// Returns the duration of the video in seconds, or `nil` if it can't be read.
    package func videoDuration() async -> Double? {
        guard let url = videoURL else { return nil }
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let seconds = AVURLAsset(url: url).duration.seconds
                continuation.resume(returning: seconds.isFinite ? seconds : nil)
            }
        }
    }
}
