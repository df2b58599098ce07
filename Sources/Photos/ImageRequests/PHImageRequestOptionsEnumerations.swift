/// The version of an asset's image.
public enum PHImageRequestOptionsVersion: Int, Sendable {
    /// The image with all edits.
    case current = 0
    /// The image without edits.
    case unadjusted = 1
    /// The original in the best format. For a RAW with a JPEG, it's the RAW.
    case original = 2
}

/// How quickly and how often a request calls its result handler.
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
    /// Calls the handler with a degraded image as soon as possible, and then with the image. If the image is in
    /// memory, calls it once, possibly on the caller's thread before the request method returns.
    case opportunistic = 0
    /// Calls the handler once, with the image.
    case highQualityFormat = 1
    /// Calls the handler once, with the first available image.
    case fastFormat = 2
}

/// How closely the image matches the requested size. No image is larger than its file's.
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
    /// Returns the smallest stored image that covers the target, unscaled: the thumbnail (256 pixels on the long
    /// side), the preview (1,440 pixels), or the entire image.
    case none = 0
    /// Returns an image of the requested size or somewhat larger, with sides less than twice as long.
    case fast = 1
    /// Returns an image of exactly the requested size. Keeps the aspect ratio, so only one side matches if the aspect
    /// ratios differ.
    case exact = 2
}
