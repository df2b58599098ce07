package import Pixels

/// A picture that a request is answered with.
package struct DeliveredImage: Sendable {
    package var bitmap: Bitmap
    /// A better one follows, or could have been waited for.
    package var isDegraded: Bool
    /// The original is elsewhere: what is better than this has to be fetched first.
    package var isInCloud: Bool
    /// Nothing follows.
    package var isLast: Bool
}
