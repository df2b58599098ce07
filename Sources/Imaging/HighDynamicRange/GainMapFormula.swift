import Foundation
import MediaRequests

/// The meaning of a gain map's samples.
enum GainMapFormula: Equatable, Sendable {
    /// ISO 21496-1, and the Ultra HDR format that preceded it.
    case standard(GainMapMetadata)
    /// The gain map of Apple's cameras before the standard: 1 in a sample means that the light is multiplied by the
    /// headroom.
    case apple(headroom: Double)

    /// The brightest light of the alternate picture, relative to white.
    var headroom: Double {
        switch self {
        case .standard(let metadata): exp2(metadata.alternateHeadroom)
        case .apple(let headroom): headroom
        }
    }

    /// Returns the share of the gain to apply for a headroom, from 0 to 1 (ISO 21496-1, 6.3).
    ///
    /// - Parameter headroom: The display's headroom. 0 applies all of the gain.
    func weight(forHeadroom headroom: Double) -> Double {
        guard headroom >= 1 else { return 1 }
        let (base, alternate) =
            switch self {
            case .standard(let metadata): (metadata.baseHeadroom, metadata.alternateHeadroom)
            case .apple(let headroom): (0, log2(headroom))
            }
        return min(1, max(0, (log2(headroom) - base) / (alternate - base)))
    }

    /// Returns the gain of a sample as a binary logarithm.
    ///
    /// - Parameters:
    ///   - sample: The sample, from 0 to 1.
    ///   - colour: 0 for red, 1 for green and 2 for blue.
    func logarithm(of sample: Double, _ colour: Int) -> Double {
        switch self {
        case .standard(let metadata):
            let channel = metadata.channel(colour)
            return channel.minimum + (channel.maximum - channel.minimum) * pow(sample, 1 / channel.gamma)
        case .apple(let headroom):
            // The samples have the transfer function of BT.709.
            let share = sample < 0.081 ? sample / 4.5 : pow((sample + 0.099) / 1.099, 1 / 0.45)
            return log2(1 + (headroom - 1) * share)
        }
    }

    func offsets(_ colour: Int) -> (base: Double, alternate: Double) {
        guard case .standard(let metadata) = self else { return (0, 0) }
        let channel = metadata.channel(colour)
        return (channel.baseOffset, channel.alternateOffset)
    }
}

extension GainMapFormula {
    private static let namespace = "http://ns.apple.com/HDRGainMap/1.0/"

    /// Reads the properties of a gain map of Apple's cameras.
    ///
    /// - Parameters:
    ///   - packet: The gain map's XMP.
    ///   - photo: The EXIF block of the photo. Its maker note contains the headroom if the packet doesn't.
    /// - Returns: `nil` if there is no headroom.
    init?(packet: UnsafeRawBufferPointer, photo: UnsafeRawBufferPointer?) {
        guard let values = XMPValues(packet, namespace: Self.namespace),
            values.text("HDRGainMapVersion") != nil,
            let headroom = values.numbers("HDRGainMapHeadroom", limit: 1).first
                ?? photo.flatMap({ Self.headroom(ofPhoto: $0) }),
            headroom > 1, RenderLimits.headrooms.contains(headroom)
        else { return nil }
        self = .apple(headroom: headroom)
    }

    /// Returns the headroom according to the maker note, by the formula that Apple published in "Applying Apple HDR
    /// effect to your photos".
    private static func headroom(ofPhoto block: UnsafeRawBufferPointer) -> Double? {
        let note = ExifBlock.appleMakerNote(in: block)
        guard let range = note["33"]?.number, let gain = note["48"]?.number else { return nil }
        return headroom(range: range, gain: gain)
    }

    static func headroom(range: Double, gain: Double) -> Double {
        let stops =
            if range < 1 {
                gain <= 0.01 ? -20 * gain + 1.8 : -0.101 * gain + 1.601
            } else {
                gain <= 0.01 ? -70 * gain + 3 : -0.303 * gain + 2.303
            }
        return exp2(max(stops, 0))
    }
}
