import MediaRequests

/// The light that a requested image can have.
package struct DynamicRange: Sendable, Hashable {
    /// No light is brighter than white.
    package static let standard = DynamicRange(stored: -1)

    /// Light up to a display's headroom.
    ///
    /// - Parameter headroom: The brightest light of the display, relative to white, or 0 if it's unknown.
    package static func high(headroom: Double) -> DynamicRange {
        DynamicRange(stored: Float(min(max(0, headroom), RenderLimits.headrooms.upperBound)))
    }

    /// The headroom, or -1 for SDR. It's a single number, so that a waiting request takes no more memory than one for
    /// an SDR image.
    private let stored: Float

    /// `nil` for SDR.
    package var headroom: Double? { stored < 0 ? nil : Double(stored) }
}
