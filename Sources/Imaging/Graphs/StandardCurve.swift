import Foundation

/// sRGB's curve between encoded values and linear light. Negative values are mirrored.
enum StandardCurve {
    static func light(_ encoded: Double) -> Double {
        let size = abs(encoded)
        let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
        return encoded < 0 ? -light : light
    }

    static func encoded(_ light: Double) -> Double {
        let size = abs(light)
        let encoded = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
        return light < 0 ? -encoded : encoded
    }
}
