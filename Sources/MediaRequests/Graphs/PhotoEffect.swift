/// The eight photo effects. Apple's tables aren't public, so these are Albumen's own.
package enum PhotoEffect: String, Codable, CaseIterable, Sendable {
    case mono = "CIPhotoEffectMono"
    case noir = "CIPhotoEffectNoir"
    case tonal = "CIPhotoEffectTonal"
    case chrome = "CIPhotoEffectChrome"
    case fade = "CIPhotoEffectFade"
    case instant = "CIPhotoEffectInstant"
    case process = "CIPhotoEffectProcess"
    case transfer = "CIPhotoEffectTransfer"

    /// The steps of an effect, in sRGB's encoding.
    package struct Table: Equatable, Sendable {
        /// 0 is grey, 1 keeps the colours. The grey is 0.2126·red + 0.7152·green + 0.0722·blue.
        package var saturation: Double
        /// The values of red, green and blue at 0, 0.25, 0.5, 0.75 and 1, joined by straight lines.
        package var red: [Double]
        package var green: [Double]
        package var blue: [Double]
    }

    package var table: Table {
        switch self {
        case .mono: Self.grey([0, 0.25, 0.5, 0.75, 1])
        case .noir: Self.grey([0, 0.14, 0.48, 0.83, 1])
        case .tonal: Self.grey([0.05, 0.28, 0.5, 0.72, 0.96])
        case .chrome:
            Table(
                saturation: 1.25, red: [0, 0.23, 0.53, 0.8, 1], green: [0, 0.22, 0.5, 0.78, 1],
                blue: [0.02, 0.24, 0.48, 0.74, 0.97])
        case .fade:
            Table(
                saturation: 0.7, red: [0.08, 0.3, 0.53, 0.75, 0.95], green: [0.08, 0.3, 0.52, 0.74, 0.94],
                blue: [0.1, 0.31, 0.52, 0.73, 0.92])
        case .instant:
            Table(
                saturation: 0.8, red: [0.05, 0.3, 0.57, 0.82, 1], green: [0.04, 0.27, 0.52, 0.76, 0.96],
                blue: [0.1, 0.29, 0.48, 0.68, 0.86])
        case .process:
            Table(
                saturation: 0.9, red: [0, 0.2, 0.48, 0.77, 1], green: [0.02, 0.26, 0.53, 0.79, 1],
                blue: [0.1, 0.32, 0.53, 0.73, 0.92])
        case .transfer:
            Table(
                saturation: 0.85, red: [0.06, 0.31, 0.58, 0.82, 1], green: [0.02, 0.24, 0.5, 0.76, 0.97],
                blue: [0.04, 0.22, 0.44, 0.67, 0.88])
        }
    }

    private static func grey(_ curve: [Double]) -> Table {
        Table(saturation: 0, red: curve, green: curve, blue: curve)
    }
}
