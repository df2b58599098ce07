package import Foundation

/// The values of an edited asset that come from its original file, while its row has those of the rendering.
package struct UnadjustedValues: Sendable, Equatable {
    package var mediaSubtypes: MediaSubtypes = []
    package var playbackStyle: PlaybackStyle = .unsupported
    package var pixelWidth = 0
    package var pixelHeight = 0
    /// Seconds.
    package var duration = 0.0
    package var damage: String?
    /// The picture as a `ThumbHash`; `nil` if it wasn't decoded yet.
    package var placeholder: Data?

    package init() {}

    package init(_ asset: AssetRecord, placeholder: Data?) {
        mediaSubtypes = asset.mediaSubtypes
        playbackStyle = asset.playbackStyle
        pixelWidth = asset.pixelWidth
        pixelHeight = asset.pixelHeight
        duration = asset.duration
        damage = asset.damage
        self.placeholder = placeholder
    }

    /// Sets the values of a row. The placeholder isn't part of it.
    package func apply(to asset: inout AssetRecord) {
        asset.mediaSubtypes = mediaSubtypes
        asset.playbackStyle = playbackStyle
        asset.pixelWidth = pixelWidth
        asset.pixelHeight = pixelHeight
        asset.duration = duration
        asset.damage = damage
    }
}
