/// How an image is to lie in the size that was asked for.
public enum PHImageContentMode: Int, Sendable {
    /// All of it inside; its longer way fills the size.
    case aspectFit = 0
    /// Nothing left empty; its shorter way fills the size, and what stands over is not cut off.
    case aspectFill = 1

    /// `aspectFit`.
    public static var `default`: PHImageContentMode { .aspectFit }
}
