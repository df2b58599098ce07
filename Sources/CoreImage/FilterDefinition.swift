import AlbumenGraphics
import Foundation
import MediaRequests

/// The values of a filter's inputs.
struct FilterValues {
    let values: [String: Any]
    let defaults: [String: Any]

    func number(_ key: String) -> Double {
        values[key].flatMap(FilterInput.number) ?? defaults[key].flatMap(FilterInput.number) ?? 0
    }

    func vector(_ key: String) -> GraphVector {
        let vector = values[key] as? CIVector ?? (values[key] as? CGPoint).map { CIVector(cgPoint: $0) }
        let numbers = vector ?? defaults[key] as? CIVector ?? CIVector()
        return GraphVector(Double(numbers.x), Double(numbers.y), Double(numbers.z), Double(numbers.w))
    }

    func colour(_ key: String) -> GraphColour {
        (values[key] as? CIColor ?? defaults[key] as? CIColor ?? CIColor()).graphColour
    }
}

/// A filter: its inputs with their defaults, and its effect.
struct FilterDefinition: Sendable {
    let name: String
    /// The names of the inputs, the image first.
    let keys: [String]
    private let makeDefaults: @Sendable () -> [String: Any]
    let apply: @Sendable (CIImage, FilterValues) -> CIImage?

    var defaults: [String: Any] { makeDefaults() }

    private init(
        _ name: String, _ inputs: KeyValuePairs<String, any Sendable> = [:],
        apply: @escaping @Sendable (CIImage, FilterValues) -> CIImage?
    ) {
        self.name = name
        keys = [kCIInputImageKey] + inputs.map(\.key)
        let values = Dictionary(uniqueKeysWithValues: inputs.map { ($0.key, $0.value) })
        makeDefaults = { values }
        self.apply = apply
    }

    private static func filter(
        _ name: String, _ inputs: KeyValuePairs<String, any Sendable> = [:],
        _ filter: @escaping @Sendable (FilterValues) -> GraphFilter
    ) -> FilterDefinition {
        FilterDefinition(name, inputs) { image, values in
            CIImage(node: ImageNode(.filter(image.node, filter(values))))
        }
    }

    static let all: [String: FilterDefinition] = {
        let definitions = [colours, photoEffects, toneFilters, neighbours, geometry].joined()
        return Dictionary(uniqueKeysWithValues: definitions.map { ($0.name, $0) })
    }()

    private static let colours: [FilterDefinition] =
        [
            filter(
                "CIColorControls", [kCIInputSaturationKey: 1.0, kCIInputBrightnessKey: 0.0, kCIInputContrastKey: 1.0]
            ) {
                .colourControls(
                    saturation: $0.number(kCIInputSaturationKey), brightness: $0.number(kCIInputBrightnessKey),
                    contrast: $0.number(kCIInputContrastKey))
            },
            filter(
                "CIColorMatrix",
                [
                    "inputRVector": CIVector(x: 1, y: 0, z: 0, w: 0), "inputGVector": CIVector(x: 0, y: 1, z: 0, w: 0),
                    "inputBVector": CIVector(x: 0, y: 0, z: 1, w: 0), "inputAVector": CIVector(x: 0, y: 0, z: 0, w: 1),
                    "inputBiasVector": CIVector(x: 0, y: 0, z: 0, w: 0),
                ]
            ) {
                .colourMatrix(
                    red: $0.vector("inputRVector"), green: $0.vector("inputGVector"), blue: $0.vector("inputBVector"),
                    alpha: $0.vector("inputAVector"), bias: $0.vector("inputBiasVector"))
            },
            filter("CIHueAdjust", [kCIInputAngleKey: 0.0]) { .hue(angle: $0.number(kCIInputAngleKey)) },
            filter("CIVibrance", ["inputAmount": 0.0]) { .vibrance(amount: $0.number("inputAmount")) },
            filter(
                "CITemperatureAndTint",
                ["inputNeutral": CIVector(x: 6500, y: 0), "inputTargetNeutral": CIVector(x: 6500, y: 0)]
            ) {
                .temperatureAndTint(neutral: $0.vector("inputNeutral"), target: $0.vector("inputTargetNeutral"))
            },
            filter("CIColorInvert") { _ in .invert },
            filter(
                "CIColorMonochrome",
                [kCIInputColorKey: CIColor(red: 0.6, green: 0.45, blue: 0.3), kCIInputIntensityKey: 1.0]
            ) {
                .monochrome($0.colour(kCIInputColorKey), intensity: $0.number(kCIInputIntensityKey))
            },
            filter("CISepiaTone", [kCIInputIntensityKey: 1.0]) { .sepia(intensity: $0.number(kCIInputIntensityKey)) },
        ]

    private static var photoEffects: [FilterDefinition] {
        PhotoEffect.allCases.map { effect in filter(effect.rawValue) { _ in .photoEffect(effect) } }
    }

    private static let toneFilters: [FilterDefinition] = [
        filter("CIExposureAdjust", [kCIInputEVKey: 0.0]) { .exposure(stops: $0.number(kCIInputEVKey)) },
        filter("CIGammaAdjust", ["inputPower": 1.0]) { .gamma(power: $0.number("inputPower")) },
        filter(
            "CIHighlightShadowAdjust", [kCIInputRadiusKey: 0.0, "inputShadowAmount": 0.0, "inputHighlightAmount": 1.0]
        ) {
            .highlightsAndShadows(
                highlights: $0.number("inputHighlightAmount"), shadows: $0.number("inputShadowAmount"))
        },
        filter(
            "CIToneCurve",
            [
                "inputPoint0": CIVector(x: 0, y: 0), "inputPoint1": CIVector(x: 0.25, y: 0.25),
                "inputPoint2": CIVector(x: 0.5, y: 0.5), "inputPoint3": CIVector(x: 0.75, y: 0.75),
                "inputPoint4": CIVector(x: 1, y: 1),
            ]
        ) { values in .toneCurve((0..<5).map { values.vector("inputPoint\($0)") }) },
        filter("CIVignette", [kCIInputIntensityKey: 0.0, kCIInputRadiusKey: 1.0]) {
            .vignette(intensity: $0.number(kCIInputIntensityKey), radius: $0.number(kCIInputRadiusKey))
        },
    ]

    private static let neighbours: [FilterDefinition] = [
        filter("CIGaussianBlur", [kCIInputRadiusKey: 10.0]) { .gaussianBlur(radius: $0.number(kCIInputRadiusKey)) },
        filter("CIUnsharpMask", [kCIInputRadiusKey: 2.5, kCIInputIntensityKey: 0.5]) {
            .unsharpMask(radius: $0.number(kCIInputRadiusKey), intensity: $0.number(kCIInputIntensityKey))
        },
    ]

    private static let geometry: [FilterDefinition] = [
        FilterDefinition("CICrop", ["inputRectangle": CIVector(cgRect: .infinite)]) { image, values in
            guard let vector = values.values["inputRectangle"] as? CIVector, vector.cgRectValue != .infinite else {
                return image
            }
            return image.cropped(to: vector.cgRectValue)
        },
        FilterDefinition("CIStraightenFilter", [kCIInputAngleKey: 0.0]) { image, values in
            guard let extent = image.node.extent.rectangle, !extent.isEmpty else { return image }
            let transform = GraphTransform.straightening(values.number(kCIInputAngleKey), extent)
            guard transform != .identity else { return image }
            let turned = ImageNode(.transform(ImageNode(.clamp(image.node)), transform))
            return CIImage(node: ImageNode(.crop(turned, extent)))
        },
        FilterDefinition("CIAffineTransform", [kCIInputTransformKey: CGAffineTransform.identity]) { image, values in
            image.transformed(by: values.values[kCIInputTransformKey].flatMap(FilterInput.transform) ?? .identity)
        },
        filter("CILanczosScaleTransform", [kCIInputScaleKey: 1.0, kCIInputAspectRatioKey: 1.0]) {
            .lanczosScale(scale: $0.number(kCIInputScaleKey), aspectRatio: $0.number(kCIInputAspectRatioKey))
        },
    ]
}
