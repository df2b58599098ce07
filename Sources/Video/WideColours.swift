import Foundation
import MediaRequests
import Pixels

/// Converts frames with a wide gamut or HDR to sRGB.
///
/// The conversion has three steps:
/// 1. A sample becomes light, where 1 is white on paper (203 cd/m², BT.2408; HLG as on a display of 1,000 cd/m²).
/// 2. The light is converted to sRGB's primaries and clipped to their gamut.
/// 3. HDR light above 0.7 is compressed towards white. The factor depends on the brightest of the three colours, so
///    that the hue stays. White becomes 0.89, and all highlights are above it.
struct WideColours {
    private static let paperWhite: Float = 203
    private static let hybridScreen: Float = 1000
    private static let bendStart: Float = 0.7
    private static let tableCount = 4096
    /// Light from which the compressed light is white.
    private static let bendEnd: Float = 4
    private static let bendStep = Float(tableCount) / (bendEnd - bendStart)

    private let isHDR: Bool
    private let isHybrid: Bool
    private let mix: (Float, Float, Float, Float, Float, Float, Float, Float, Float)
    /// The factors that compress light, from `bendStart` to `bendEnd`.
    private let bend: [Float]
    /// The light of each sample, indexed by its upper twelve bits.
    private let light: [Float]
    /// The gamma of an HLG display, indexed by the scene's brightness.
    private let screenGain: [Float]
    /// The sRGB sample for light from 0 to 1, with enough entries for dark light.
    private let output: [UInt8]

    init(_ colours: FrameColours) {
        isHDR = colours.transfer != .standard
        isHybrid = colours.transfer == .hybridLogGamma
        mix = Self.mix(colours.primaries)
        light = (0..<Self.tableCount).map { index in
            let sample = Float(index) / Float(Self.tableCount - 1)
            return switch colours.transfer {
            case .standard: Self.standardLight(sample)
            case .perceptualQuantizer: Self.perceptualLight(sample)
            case .hybridLogGamma: Self.sceneLight(sample)
            }
        }
        screenGain = (0...Self.tableCount).map { index in
            let brightness = Float(index) / Float(Self.tableCount)
            return Self.hybridScreen / Self.paperWhite * pow(brightness, 0.2)
        }
        bend = (0...Self.tableCount).map { index in
            let (peak, room) = (Self.bendStart + (Float(index) + 0.5) / Self.bendStep, 1 - Self.bendStart)
            return (1 - room * exp(-(peak - Self.bendStart) / room)) / peak
        }
        output = (0..<1 << 14).map { index in Self.sample(Float(index) / Float((1 << 14) - 1)) }
    }

    /// Converts pixels from sixteen to eight bits per sample.
    func converted(_ source: PosterPixels) throws(MediaError) -> PosterPixels {
        let result = try PosterPixels(size: source.size)
        let samples = source.bytes.bindMemory(to: UInt16.self)
        let target = result.bytes
        // Without checks of indices, because films have many pixels. Each table has an entry for each index.
        light.withUnsafeBufferPointer { light in
            output.withUnsafeBufferPointer { output in
                for index in stride(from: 0, to: samples.count - 3, by: 4) {
                    let (red, green, blue) = mixed(
                        light[Int(samples[index] >> 4)], light[Int(samples[index + 1] >> 4)],
                        light[Int(samples[index + 2] >> 4)])
                    target[index] = output[Self.place(red)]
                    target[index + 1] = output[Self.place(green)]
                    target[index + 2] = output[Self.place(blue)]
                    target[index + 3] = 255
                }
            }
        }
        return result
    }

    @inline(__always)
    private func mixed(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
        var gain: Float = 1
        if isHybrid {
            let brightness = 0.2627 * red + 0.678 * green + 0.0593 * blue
            gain = screenGain[Int(max(0, min(1, brightness)) * Float(Self.tableCount))]
        }
        let mixed = (
            max(0, (mix.0 * red + mix.1 * green + mix.2 * blue) * gain),
            max(0, (mix.3 * red + mix.4 * green + mix.5 * blue) * gain),
            max(0, (mix.6 * red + mix.7 * green + mix.8 * blue) * gain)
        )
        let peak = max(mixed.0, mixed.1, mixed.2)
        guard isHDR, peak > Self.bendStart else { return mixed }
        let bent = peak < Self.bendEnd ? bend[Int((peak - Self.bendStart) * Self.bendStep)] : 1 / peak
        return (mixed.0 * bent, mixed.1 * bent, mixed.2 * bent)
    }

    private static func place(_ light: Float) -> Int { Int(min(1, light) * Float((1 << 14) - 1) + 0.5) }

    /// The transfer curve of sRGB, also used for BT.709.
    private static func standardLight(_ sample: Float) -> Float {
        sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    }

    /// The transfer curve of SMPTE ST 2084.
    private static func perceptualLight(_ sample: Float) -> Float {
        let root = pow(sample, 1 / 78.84375)
        return pow(max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578) * 10_000 / paperWhite
    }

    /// The scene light of HLG (BT.2100), from 0 to 1.
    private static func sceneLight(_ sample: Float) -> Float {
        sample <= 0.5 ? sample * sample / 3 : (exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    private static func sample(_ light: Float) -> UInt8 {
        let sample = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(max(0, min(255, (sample * 255).rounded())))
    }

    /// Returns the matrix, row by row, from light of these primaries to light of sRGB's.
    private static func mix(
        _ primaries: FrameColours.Primaries
    ) -> (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
        switch primaries {
        case .standard: (1, 0, 0, 0, 1, 0, 0, 0, 1)
        case .displayP3: (1.22494, -0.22494, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274)
        case .bt2020: (1.660491, -0.587641, -0.07285, -0.12455, 1.1329, -0.00835, -0.018151, -0.100579, 1.11873)
        }
    }
}
