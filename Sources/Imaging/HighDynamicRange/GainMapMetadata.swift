import Foundation

/// The parameters of a gain map (ISO 21496-1). A gain map changes the light of a base picture to that of an alternate
/// one, which is brighter.
struct GainMapMetadata: Equatable, Sendable {
    /// The parameters of red, green or blue.
    struct Channel: Equatable, Sendable {
        /// The gains of the samples 0 and 1, as binary logarithms.
        var minimum: Double
        var maximum: Double
        var gamma: Double
        /// Added to the base picture's light before the gain, and subtracted after it.
        var baseOffset: Double
        var alternateOffset: Double
    }

    /// One channel for all colours, or three.
    var channels: [Channel]
    /// The headrooms of both pictures, as binary logarithms.
    var baseHeadroom: Double
    var alternateHeadroom: Double
    /// Whether the gain applies to the primaries of the base picture. Otherwise, it applies to those of the alternate
    /// picture.
    var usesBaseColours = true

    private static let gains = -16.0...16.0
    private static let gammas = 0.01...100.0
    private static let offsets = -1.0...1.0

    /// Returns the parameters if all numbers are usable. Returns `nil` for a base picture that's brighter than the
    /// alternate one, because no picture of eight bits is.
    func checked() -> GainMapMetadata? {
        let isUsable = channels.allSatisfy { channel in
            Self.gains.contains(channel.minimum) && Self.gains.contains(channel.maximum)
                && channel.minimum <= channel.maximum && Self.gammas.contains(channel.gamma)
                && Self.offsets.contains(channel.baseOffset) && Self.offsets.contains(channel.alternateOffset)
        }
        guard isUsable, channels.count == 1 || channels.count == 3, baseHeadroom >= 0,
            alternateHeadroom > baseHeadroom, Self.gains.contains(alternateHeadroom)
        else { return nil }
        return self
    }

    func channel(_ colour: Int) -> Channel { channels[channels.count == 3 ? colour : 0] }
}
