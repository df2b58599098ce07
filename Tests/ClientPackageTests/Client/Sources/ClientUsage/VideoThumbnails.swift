import AVFoundation
import Photos
import UIKit

// swift-format-ignore: AvoidRetroactiveConformances
extension AVAsset: @unchecked @retroactive Sendable {}

/// The first frames of videos, made on other threads.
final class VideoThumbnails {
    func thumbnail(of url: URL) async throws -> UIImage {
        let asset = AVURLAsset(url: url)
        return try await Task.detached {
            let generator = AVAssetImageGenerator(asset: asset)
            generator.appliesPreferredTrackTransform = true
            return UIImage(cgImage: try generator.copyCGImage(at: .zero, actualTime: nil))
        }.value
    }

    func description(of asset: AVAsset) async throws -> String {
        let tracks = try await asset.loadTracks(withMediaType: .video)
        let size = try await tracks.first?.load(.naturalSize) ?? .zero
        return "\(size.width) x \(size.height), \(CMTimeGetSeconds(try await asset.load(.duration))) s"
    }
}
