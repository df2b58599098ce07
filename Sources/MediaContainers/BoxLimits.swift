/// How many boxes are read where a file doesn't bound their number.
package enum BoxLimits {
    /// More than cameras write on one level.
    package static let boxes = 10_000
}
