import Pixels

/// The way in which a drawing combines with the current content. In the formulas, S is the premultiplied drawing, D
/// the premultiplied content, Sa and Da their alpha.
///
/// Apple's `plusDarker` is missing.
public enum CGBlendMode: Int32, Sendable {
    /// Draws over the current content: S + D·(1 - Sa).
    case normal = 0
    case multiply = 1
    case screen = 2
    case overlay = 3
    case darken = 4
    case lighten = 5
    case colorDodge = 6
    case colorBurn = 7
    case softLight = 8
    case hardLight = 9
    case difference = 10
    case exclusion = 11
    case hue = 12
    case saturation = 13
    case color = 14
    case luminosity = 15
    /// Removes the current content.
    case clear = 16
    /// Replaces the current content, also where the drawing is transparent: S.
    case copy = 17
    /// S·Da.
    case sourceIn = 18
    /// S·(1 - Da).
    case sourceOut = 19
    /// S·Da + D·(1 - Sa).
    case sourceAtop = 20
    /// S·(1 - Da) + D.
    case destinationOver = 21
    /// D·Sa.
    case destinationIn = 22
    /// D·(1 - Sa).
    case destinationOut = 23
    /// S·(1 - Da) + D·Sa.
    case destinationAtop = 24
    /// S·(1 - Da) + D·(1 - Sa).
    case xor = 25
    /// S + D, at most 1.
    case plusLighter = 27

    var canvasMode: CanvasMode {
        switch self {
        case .normal: .normal
        case .multiply: .multiply
        case .screen: .screen
        case .overlay: .overlay
        case .darken: .darken
        case .lighten: .lighten
        case .colorDodge: .colorDodge
        case .colorBurn: .colorBurn
        case .softLight: .softLight
        case .hardLight: .hardLight
        case .difference: .difference
        case .exclusion: .exclusion
        case .hue: .hue
        case .saturation: .saturation
        case .color: .color
        case .luminosity: .luminosity
        case .clear: .clear
        case .copy: .copy
        case .sourceIn: .sourceIn
        case .sourceOut: .sourceOut
        case .sourceAtop: .sourceAtop
        case .destinationOver: .destinationOver
        case .destinationIn: .destinationIn
        case .destinationOut: .destinationOut
        case .destinationAtop: .destinationAtop
        case .xor: .xor
        case .plusLighter: .plusLighter
        }
    }
}

/// The quality of scaled images.
public enum CGInterpolationQuality: Int32, Sendable {
    /// The same as `high`.
    case `default` = 0
    /// Shows pixels as squares.
    case none = 1
    /// The same as `high`.
    case low = 2
    /// The mean of all pixels of an area for smaller images, linear interpolation for larger ones.
    case high = 3
    /// The same as `high`.
    case medium = 4
}
