import BlobStore
import Pixels
import Records

/// A request for an image.
package struct ImageRequest: Sendable {
    package enum Delivery: Sendable, Hashable {
        /// A degraded image as soon as possible, then the image. If the image is in memory, only the image.
        case opportunistic
        /// Only the image.
        case highQuality
        /// Only the first available image.
        case fast
    }

    package enum Priority: Sendable, Hashable {
        case visible
        /// For a later request.
        case preheat
    }

    private(set) var key: PictureKey
    package var delivery: Delivery
    package var priority: Priority
    /// Whether a second, better degraded image may come.
    package var allowsSecondaryDegraded: Bool
    package var network: NetworkAccess

    package init(
        source: PictureSource, layout: ImageLayout, delivery: Delivery = .highQuality, priority: Priority = .visible,
        allowsSecondaryDegraded: Bool = false, network: NetworkAccess = .refused, range: DynamicRange = .standard
    ) {
        var layout = layout
        layout.range = range
        self.key = PictureKey(source: source, layout: layout)
        self.delivery = delivery
        self.priority = priority
        self.allowsSecondaryDegraded = allowsSecondaryDegraded
        self.network = network
    }

    package var source: PictureSource { key.source }
    package var layout: ImageLayout { key.layout }
    /// The headroom of the display that will show an HDR image, or 0 if it's unknown. `nil` requests an SDR image.
    package var headroom: Double? { layout.range.headroom }

    /// The same request for an SDR image.
    var standard: ImageRequest {
        guard headroom != nil else { return self }
        var request = self
        var layout = layout
        layout.range = .standard
        request.key = PictureKey(source: source, layout: layout)
        return request
    }

    /// The length of the entire image's long side that the layout needs.
    var neededLongSide: Int {
        guard let crop = layout.crop, crop.width > 0, crop.height > 0 else { return layout.size.longSide }
        let scale = max(
            Double(layout.size.width) / Double(crop.width), Double(layout.size.height) / Double(crop.height))
        return min(source.size.longSide, Int((Double(source.size.longSide) * scale).rounded(.up)))
    }
}

/// Identifies the pixels that a request needs. A class, because several places keep a reference to it.
final class PictureKey: Hashable, Sendable {
    /// The source. Only its content matters for equality.
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

/// Identifies the degraded image of a request, which depends on whether a better one follows.
struct SoonKey: Hashable, Sendable {
    private let picture: PictureKey
    private let isLast: Bool

    init(_ request: ImageRequest) {
        picture = request.key
        isLast = request.delivery == .fast
    }
}
