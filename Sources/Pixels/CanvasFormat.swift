import CPixman

/// The layout of a canvas's pixels in memory.
package enum CanvasFormat: Sendable {
    /// Red, green, blue and premultiplied alpha, or an unused byte, in this order.
    case rgba(hasAlpha: Bool)
    case argb(hasAlpha: Bool)
    case bgra(hasAlpha: Bool)
    case abgr(hasAlpha: Bool)
    /// One byte of grey. Colours become the grey of the same brightness, as in PDF.
    case grey

    package var bytesPerPixel: Int {
        if case .grey = self { 1 } else { 4 }
    }

    /// pixman's name, which counts from the highest bits of a little-endian word, or `nil` if pixman has none.
    var code: pixman_format_code_t? {
        switch self {
        case .rgba(let hasAlpha): hasAlpha ? PIXMAN_a8b8g8r8 : PIXMAN_x8b8g8r8
        case .argb(let hasAlpha): hasAlpha ? PIXMAN_b8g8r8a8 : PIXMAN_b8g8r8x8
        case .bgra(let hasAlpha): hasAlpha ? PIXMAN_a8r8g8b8 : PIXMAN_x8r8g8b8
        case .abgr(let hasAlpha): hasAlpha ? PIXMAN_r8g8b8a8 : PIXMAN_r8g8b8x8
        case .grey: nil
        }
    }
}
