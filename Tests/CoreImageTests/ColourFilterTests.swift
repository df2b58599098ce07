import AlbumenGraphics
import CoreImage
import Foundation
import Testing

/// Each filter that computes pixels one by one, against its formula in `docs/graphs.md`.
@Suite struct ColourFilterTests {
    @Test func `colour controls change saturation, brightness and contrast`() throws {
        try Formula.check(
            "CIColorControls", ["inputSaturation": 1.6, "inputBrightness": 0.1, "inputContrast": 1.2]
        ) { c in
            let grey = Formula.luminance(c)
            return c.map { ((grey + 1.6 * ($0 - grey)) + 0.1 - 0.5) * 1.2 + 0.5 }
        }
    }

    @Test func `a colour matrix multiplies and adds`() throws {
        try Formula.check(
            "CIColorMatrix",
            [
                "inputRVector": CIVector(x: 0.5, y: 0.3, z: 0, w: 0),
                "inputGVector": CIVector(x: 0, y: 0.8, z: 0.1, w: 0),
                "inputBVector": CIVector(x: 0.2, y: 0, z: 0.6, w: 0),
                "inputBiasVector": CIVector(x: 0.05, y: 0, z: 0.1, w: 0),
            ]
        ) { c in
            [0.5 * c[0] + 0.3 * c[1] + 0.05, 0.8 * c[1] + 0.1 * c[2], 0.2 * c[0] + 0.6 * c[2] + 0.1]
        }
    }

    @Test func `exposure multiplies light`() throws {
        try Formula.check("CIExposureAdjust", ["inputEV": 0.7]) { c in c.map { $0 * pow(2, 0.7) } }
        try Formula.check("CIExposureAdjust", ["inputEV": -1.5]) { c in c.map { $0 * pow(2, -1.5) } }
    }

    @Test func `gamma raises light to a power`() throws {
        try Formula.check("CIGammaAdjust", ["inputPower": 0.6]) { c in c.map { pow($0, 0.6) } }
    }

    @Test func `hues rotate about the axis of greys`() throws {
        let angle = 0.8
        try Formula.check("CIHueAdjust", ["inputAngle": angle]) { c in
            // Rodrigues' formula with the axis (1, 1, 1) / √3.
            let axis = 1 / 3.0.squareRoot()
            let dot = (c[0] + c[1] + c[2]) * axis
            let cross = [axis * (c[2] - c[1]), axis * (c[0] - c[2]), axis * (c[1] - c[0])]
            return (0..<3).map { c[$0] * cos(angle) + cross[$0] * sin(angle) + axis * dot * (1 - cos(angle)) }
        }
    }

    @Test func `vibrance changes pale colours most`() throws {
        try Formula.check("CIVibrance", ["inputAmount": 0.8]) { c in
            let most = c.max() ?? 0
            let saturation = most > 0 ? (most - (c.min() ?? 0)) / most : 0
            let grey = Formula.luminance(c)
            return c.map { grey + ($0 - grey) * (1 + 0.8 * (1 - saturation)) }
        }
    }

    @Test func `highlights darken and shadows brighten`() throws {
        try Formula.check("CIHighlightShadowAdjust", ["inputShadowAmount": 0.7, "inputHighlightAmount": 0.4]) { c in
            let light = max(Formula.luminance(c), 1e-6)
            let y = Formula.encoded(light)
            let changed = y + 0.7 * y * pow(1 - y, 3) - 0.6 * (1 - y) * pow(y, 3)
            return c.map { $0 * Formula.light(changed) / light }
        }
    }

    @Test func `a tone curve passes through its points and is linear between points of a line`() throws {
        // Three points on each line, so the curve's slopes are those of the lines except at the bend.
        let image = CIImage(cgImage: CGImage(Formula.sample))
        let result = image.applyingFilter(
            "CIToneCurve",
            parameters: [
                "inputPoint0": CIVector(x: 0, y: 0.1), "inputPoint1": CIVector(x: 0.25, y: 0.3),
                "inputPoint2": CIVector(x: 0.5, y: 0.5), "inputPoint3": CIVector(x: 0.75, y: 0.7),
                "inputPoint4": CIVector(x: 1, y: 0.9),
            ])
        let rendered = try #require(CIContext().createCGImage(result, from: image.extent))
        let expected = Formula.colours(of: Formula.sample).map { $0.map { 0.1 + 0.8 * $0 } }
        #expect(Formula.largestDifference(Formula.colours(of: rendered.bitmap), expected) <= 2.0 / 255)
    }

    @Test func `inverting subtracts light from white`() throws {
        try Formula.check("CIColorInvert") { c in c.map { 1 - $0 } }
    }

    @Test func `monochrome multiplies a colour with the luminance`() throws {
        let colour = CIColor(red: 0.8, green: 0.5, blue: 0.2)
        try Formula.check("CIColorMonochrome", ["inputColor": colour, "inputIntensity": 0.75]) { c in
            let tint = [0.8, 0.5, 0.2].map(Formula.light)
            return Formula.mix(c, tint.map { $0 * Formula.luminance(c) }, 0.75)
        }
    }

    @Test func `sepia mixes the colour and its sepia`() throws {
        try Formula.check("CISepiaTone", ["inputIntensity": 0.6]) { c in
            let rows: [[Double]] = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
            let e = c.map(Formula.encoded)
            let sepia = Formula.mix(e, rows.map { row in zip(row, e).reduce(0) { $0 + $1.0 * $1.1 } }, 0.6)
            return sepia.map { Formula.light(min(1, $0)) }
        }
    }

    /// The values of `filter: sepia(1)` in CSS.
    @Test(
        arguments: [
            ([0, 0, 0], [0, 0, 0]), ([255, 255, 255], [255, 255, 239]), ([128, 128, 128], [173, 154, 120]),
            ([255, 0, 0], [100, 89, 69]), ([0, 255, 0], [196, 175, 136]), ([0, 0, 255], [48, 43, 33]),
            ([60, 120, 200], [154, 137, 107]),
        ] as [([Int], [Int])])
    func `full sepia has the colours of CSS`(_ colour: [Int], _ expected: [Int]) throws {
        let parts = colour.map { CGFloat($0) / 255 }
        let result = CIImage(color: CIColor(red: parts[0], green: parts[1], blue: parts[2]))
            .applyingFilter("CISepiaTone", parameters: ["inputIntensity": 1.0])
        let rendered = try #require(CIContext().createCGImage(result, from: CGRect(x: 0, y: 0, width: 1, height: 1)))
        let found = Formula.colours(of: rendered.bitmap)[0].map { $0 * 255 }
        for (value, wanted) in zip(found, expected) { #expect(abs(value - Double(wanted)) <= 1, "\(found)") }
    }

    @Test func `a warmer target makes white warmer, and the same white changes nothing`() throws {
        let image = CIImage(cgImage: CGImage(Formula.sample))
        func white(_ target: CIVector) throws -> [Double] {
            let result = CIImage(color: CIColor(red: 0.6, green: 0.6, blue: 0.6)).applyingFilter(
                "CITemperatureAndTint", parameters: ["inputTargetNeutral": target])
            let rendered = try #require(
                CIContext().createCGImage(result, from: CGRect(x: 0, y: 0, width: 1, height: 1)))
            return Formula.colours(of: rendered.bitmap)[0]
        }
        let warm = try white(CIVector(x: 4500, y: 0))
        #expect(warm[0] > warm[1] && warm[1] > warm[2])
        let magenta = try white(CIVector(x: 6500, y: 60))
        #expect(magenta[1] < magenta[0] && magenta[1] < magenta[2])
        let same = image.applyingFilter("CITemperatureAndTint", parameters: [:])
        let rendered = try #require(CIContext().createCGImage(same, from: image.extent))
        let difference = Formula.largestDifference(
            Formula.colours(of: rendered.bitmap), Formula.colours(of: Formula.sample))
        #expect(difference <= 1.0 / 255)
    }

    /// Planck's law, Bradford's matrix and CIE's plane in other steps than the worker's.
    @Test func `the white is adapted with Bradford's matrix`() throws {
        // The black bodies of 6,500 K and 4,000 K, from tables of the CIE.
        let neutral = [0.3135, 0.3237]
        let target = [0.3805, 0.3768]
        func xyz(_ xy: [Double]) -> [Double] { [xy[0] / xy[1], 1, (1 - xy[0] - xy[1]) / xy[1]] }
        let bradford: [[Double]] = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
        let inverse: [[Double]] = [
            [0.9869929, -0.1470543, 0.1599627], [0.4323053, 0.5183603, 0.0492912], [-0.0085287, 0.0400428, 0.9684867],
        ]
        let toXYZ: [[Double]] = [
            [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041],
        ]
        let fromXYZ: [[Double]] = [
            [3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560],
            [0.0556434, -0.2040259, 1.0572252],
        ]
        func times(_ m: [[Double]], _ v: [Double]) -> [Double] { m.map { zip($0, v).reduce(0) { $0 + $1.0 * $1.1 } } }
        let (from, to) = (times(bradford, xyz(neutral)), times(bradford, xyz(target)))
        try Formula.check(
            "CITemperatureAndTint",
            ["inputNeutral": CIVector(x: 6500, y: 0), "inputTargetNeutral": CIVector(x: 4000, y: 0)]
        ) { c in
            let cones = times(bradford, times(toXYZ, c))
            return times(fromXYZ, times(inverse, (0..<3).map { cones[$0] * to[$0] / from[$0] }))
        }
    }

    /// Albumen's own table of a photo effect.
    struct Effect: Sendable, CustomTestStringConvertible {
        let name: String
        let saturation: Double
        let curves: [[Double]]

        init(_ name: String, _ saturation: Double, _ red: [Double], _ green: [Double]? = nil, _ blue: [Double]? = nil) {
            self.name = "CIPhotoEffect\(name)"
            self.saturation = saturation
            curves = [red, green ?? red, blue ?? red]
        }

        var testDescription: String { name }
    }

    static let effects: [Effect] = [
        Effect("Mono", 0, [0, 0.25, 0.5, 0.75, 1]), Effect("Noir", 0, [0, 0.14, 0.48, 0.83, 1]),
        Effect("Tonal", 0, [0.05, 0.28, 0.5, 0.72, 0.96]),
        Effect("Chrome", 1.25, [0, 0.23, 0.53, 0.8, 1], [0, 0.22, 0.5, 0.78, 1], [0.02, 0.24, 0.48, 0.74, 0.97]),
        Effect(
            "Fade", 0.7, [0.08, 0.3, 0.53, 0.75, 0.95], [0.08, 0.3, 0.52, 0.74, 0.94], [0.1, 0.31, 0.52, 0.73, 0.92]),
        Effect(
            "Instant", 0.8, [0.05, 0.3, 0.57, 0.82, 1], [0.04, 0.27, 0.52, 0.76, 0.96], [0.1, 0.29, 0.48, 0.68, 0.86]),
        Effect("Process", 0.9, [0, 0.2, 0.48, 0.77, 1], [0.02, 0.26, 0.53, 0.79, 1], [0.1, 0.32, 0.53, 0.73, 0.92]),
        Effect(
            "Transfer", 0.85, [0.06, 0.31, 0.58, 0.82, 1], [0.02, 0.24, 0.5, 0.76, 0.97],
            [0.04, 0.22, 0.44, 0.67, 0.88]),
    ]

    @Test(arguments: effects) func `a photo effect mixes with grey and applies its curves`(effect: Effect) throws {
        try Formula.check(effect.name) { c in
            let values = c.map(Formula.encoded)
            let grey = Formula.luminance(values)
            return zip(values, effect.curves).map { value, curve in
                let mixed = grey + effect.saturation * (value - grey)
                let place = min(1, max(0, mixed)) * 4
                let index = min(3, Int(place))
                let step = curve[index + 1] - curve[index]
                return Formula.light(curve[index] + step * (place - Double(index)))
            }
        }
    }
}
