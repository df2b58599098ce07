/// Which of an asset's images is meant.
public enum PHImageRequestOptionsVersion: Int, Sendable {
    /// With all edits.
    case current = 0
    /// Without edits.
    case unadjusted = 1
    /// As it was taken, in the best format: of a RAW and its JPEG, the RAW.
    case original = 2
}

/// How soon and how often the result handler is called.
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
    /// With a degraded image as soon as there is one, then with the image. Once where the image is at hand, then
    /// perhaps before the request method returns, on the caller's thread.
    case opportunistic = 0
    /// Once, with the image.
    case highQualityFormat = 1
    /// Once, with whatever comes first.
    case fastFormat = 2
}

/// How closely the size that was asked for is met. No image has more pixels than its file.
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
    /// The smallest stored image that covers the target, unscaled: the thumbnail (256 pixels on its long side), the
    /// preview (1,440), or the image in all its pixels.
    case none = 0
    /// As large or somewhat larger, under twice as long.
    case fast = 1
    /// To the pixel. The shape of the image is kept: only one side of the size is met where theirs differ.
    case exact = 2
}
