import CAlbumenSystem

/// The cores that this process may use: fewer than the machine has where it was bound to some of them, as by `taskset` or a
/// container.
package enum Processors {
    /// As they were when first asked for; at least one.
    package static let usableCount = max(1, Int(albumen_usable_processors()))
}
