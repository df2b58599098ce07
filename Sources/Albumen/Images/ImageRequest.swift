import BlobStore
import Pixels

/// A picture that somebody waits for.
package struct ImageRequest: Sendable {
    package enum Delivery: Sendable, Hashable {
        /// Something soon, then the picture; the picture alone where it is at hand.
        case opportunistic
        /// The picture alone.
        case highQuality
        /// Whatever comes first, alone.
        case fast
    }

    package enum Priority: Sendable, Hashable {
        case visible
        /// For later.
        case preheat
    }

    package var source: PictureSource
    package var layout: ImageLayout
    package var delivery: Delivery
    package var priority: Priority

    package init(
        source: PictureSource, layout: ImageLayout, delivery: Delivery = .highQuality, priority: Priority = .visible
    ) {
        self.source = source
        self.layout = layout
        self.delivery = delivery
        self.priority = priority
    }

    var key: PictureKey { PictureKey(digest: source.digest, layout: layout) }

    /// How long the whole picture's longer side must be for the layout to be cut from it.
    var neededLongSide: Int {
        guard let crop = layout.crop, crop.width > 0, crop.height > 0 else { return layout.size.longSide }
        let scale = max(
            Double(layout.size.width) / Double(crop.width), Double(layout.size.height) / Double(crop.height))
        return min(source.size.longSide, Int((Double(source.size.longSide) * scale).rounded(.up)))
    }
}

/// What makes two requests want the same pixels.
struct PictureKey: Hashable, Sendable {
    var digest: BlobDigest
    var layout: ImageLayout
}
