/// Which of a pool's workers decode a picture. Pictures that take long have workers of their own, so that others never wait
/// behind them.
package enum RenderLane: Sendable {
    /// For pictures that take a moment. A decode that takes longer fails with `takesLong`.
    case quick
    /// For pictures that take long: fewer workers, which yield the processor to those of the quick lane.
    case slow
}
