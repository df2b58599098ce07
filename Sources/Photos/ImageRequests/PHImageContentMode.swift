/// The way in which an image fits the requested size.
public enum PHImageContentMode: Int, Sendable {
    /// The entire image fits inside the size, and its longer side fills it.
    case aspectFit = 0
    /// The image covers the size. The parts outside of it aren't cropped.
    case aspectFill = 1

    /// `aspectFit`.
    public static var `default`: PHImageContentMode { .aspectFit }
}
