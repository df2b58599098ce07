package import Pixels

/// An image that a request returns.
package struct DeliveredImage: Sendable {
    package var bitmap: Bitmap
    /// Whether a better image follows or is available.
    package var isDegraded: Bool
    /// Whether the original is remote, so that a better image needs a download.
    package var isInCloud: Bool
    /// Whether no further image follows.
    package var isLast: Bool
}
