import CAlbumenSystem

/// The number of cores that this process may use. It's less than the machine has if `taskset` or a container
/// restricts the process.
package enum Processors {
    /// The number at the first access, at least 1.
    package static let usableCount = max(1, Int(albumen_usable_processors()))
}
