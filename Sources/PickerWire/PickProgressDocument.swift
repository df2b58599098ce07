/// The progress of making a file.
package struct PickProgressDocument: Codable, Sendable {
    /// A step of the work on a file.
    package enum Phase: String, Codable, Sendable {
        case downloading, making, ready
    }

    package let phase: Phase
    /// The finished share, from 0 to 1.
    package let fraction: Double

    package init(phase: Phase, fraction: Double) {
        (self.phase, self.fraction) = (phase, fraction)
    }
}
