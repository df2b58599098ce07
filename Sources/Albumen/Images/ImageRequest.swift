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

    let key: PictureKey
    package var delivery: Delivery
    package var priority: Priority
    /// Whether a second degraded picture may come, where it is better than the first.
    package var allowsSecondaryDegraded: Bool
    package var network: NetworkAccess

    package init(
        source: PictureSource, layout: ImageLayout, delivery: Delivery = .highQuality, priority: Priority = .visible,
        allowsSecondaryDegraded: Bool = false, network: NetworkAccess = .refused
    ) {
        self.key = PictureKey(source: source, layout: layout)
        self.delivery = delivery
        self.priority = priority
        self.allowsSecondaryDegraded = allowsSecondaryDegraded
        self.network = network
    }

    package var source: PictureSource { key.source }
    package var layout: ImageLayout { key.layout }

    /// How long the whole picture's longer side must be for the layout to be cut from it.
    var neededLongSide: Int {
        guard let crop = layout.crop, crop.width > 0, crop.height > 0 else { return layout.size.longSide }
        let scale = max(
            Double(layout.size.width) / Double(crop.width), Double(layout.size.height) / Double(crop.height))
        return min(source.size.longSide, Int((Double(source.size.longSide) * scale).rounded(.up)))
    }
}

/// What makes two requests want the same pixels. A class, because whoever waits keeps it in several places.
final class PictureKey: Hashable, Sendable {
    /// Its content alone counts.
    let source: PictureSource
    let layout: ImageLayout

    init(source: PictureSource, layout: ImageLayout) {
        self.source = source
        self.layout = layout
    }

    var digest: BlobDigest { source.digest }

    static func == (left: PictureKey, right: PictureKey) -> Bool {
        left === right || (left.digest == right.digest && left.layout == right.layout)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
        hasher.combine(layout)
    }
}

/// Names what can be shown of a picture soon, which depends on whether a better one follows.
struct SoonKey: Hashable, Sendable {
    private let picture: PictureKey
    private let isLast: Bool

    init(_ request: ImageRequest) {
        picture = request.key
        isLast = request.delivery == .fast
    }
}
