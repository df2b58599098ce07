import Foundation

/// Conversions between forms of a colour.
enum ColorMath {
    typealias RGB = (red: CGFloat, green: CGFloat, blue: CGFloat)
    typealias HSB = (hue: CGFloat, saturation: CGFloat, brightness: CGFloat)

    static func rgb(hue: CGFloat, saturation: CGFloat, brightness: CGFloat) -> RGB {
        let sector = hue * 6
        func component(_ offset: CGFloat) -> CGFloat {
            let place = (offset + sector).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
        }
        return (component(5), component(3), component(1))
    }

    static func hsb(red: CGFloat, green: CGFloat, blue: CGFloat) -> HSB {
        let (most, least) = (max(red, green, blue), min(red, green, blue))
        let range = most - least
        guard range > 0 else { return (0, 0, most) }
        let sector: CGFloat =
            switch most {
            case red: (green - blue) / range
            case green: (blue - red) / range + 2
            default: (red - green) / range + 4
            }
        return ((sector < 0 ? sector + 6 : sector) / 6, most > 0 ? range / most : 0, most)
    }

    /// Converts components of Display P3 to sRGB. Both have the same white and the same transfer function.
    static func sRGB(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat) -> RGB {
        let (red, green, blue) = (linear(red), linear(green), linear(blue))
        return (
            encoded(1.224_940_18 * red - 0.224_940_18 * green),
            encoded(-0.042_056_95 * red + 1.042_056_95 * green),
            encoded(-0.019_637_55 * red - 0.078_636_05 * green + 1.098_273_60 * blue)
        )
    }

    private static func linear(_ value: CGFloat) -> CGFloat {
        let size = abs(value)
        let linear = size <= 0.040_45 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
        return value < 0 ? -linear : linear
    }

    private static func encoded(_ value: CGFloat) -> CGFloat {
        let size = abs(value)
        let encoded = size <= 0.003_130_8 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
        return value < 0 ? -encoded : encoded
    }
}
