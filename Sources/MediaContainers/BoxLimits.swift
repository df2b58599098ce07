/// The number of boxes to read if the file doesn't limit it.
package enum BoxLimits {
    /// More than cameras write on one level.
    package static let boxes = 10_000
}
