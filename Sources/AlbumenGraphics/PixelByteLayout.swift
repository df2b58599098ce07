import Pixels

/// The positions of the components in a client's pixel, as offsets in bytes.
struct PixelByteLayout {
    let byteCount: Int
    private let red: Int
    private let green: Int
    private let blue: Int
    private let alpha: Int?
    private let isPremultiplied: Bool

    var hasAlpha: Bool { alpha != nil }

    /// Returns `nil` if the layout isn't supported.
    init?(bitsPerPixel: Int, space: CGColorSpace, bitmapInfo: CGBitmapInfo) {
        guard space.needsNoConversion, !bitmapInfo.contains(.floatComponents),
            let alphaInfo = CGImageAlphaInfo(rawValue: bitmapInfo.intersection(.alphaInfoMask).rawValue)
        else { return nil }
        let order = bitmapInfo.intersection(.byteOrderMask)
        isPremultiplied = alphaInfo == .premultipliedFirst || alphaInfo == .premultipliedLast
        byteCount = bitsPerPixel / 8
        switch (space.model, bitsPerPixel, alphaInfo) {
        case (.monochrome, 8, .none) where order == []:
            (red, green, blue, alpha) = (0, 0, 0, nil)
        case (.rgb, 24, .none) where order == []:
            (red, green, blue, alpha) = (0, 1, 2, nil)
        case (.rgb, 32, .premultipliedLast), (.rgb, 32, .last), (.rgb, 32, .noneSkipLast), (.rgb, 32, .none):
            guard let place = Self.place(order) else { return nil }
            (red, green, blue) = (place(0), place(1), place(2))
            alpha = alphaInfo == .premultipliedLast || alphaInfo == .last ? place(3) : nil
        case (.rgb, 32, .premultipliedFirst), (.rgb, 32, .first), (.rgb, 32, .noneSkipFirst):
            guard let place = Self.place(order) else { return nil }
            (red, green, blue) = (place(1), place(2), place(3))
            alpha = alphaInfo == .noneSkipFirst ? nil : place(0)
        default:
            return nil
        }
    }

    /// Whether the bytes are those of a `CGImage`, if all components are valid.
    var isStored: Bool { byteCount == 4 && (red, green, blue) == (0, 1, 2) && (alpha == nil || isPremultiplied) }

    /// The layout as a canvas's format, or `nil` if a canvas can't have it.
    var canvasFormat: CanvasFormat? {
        guard byteCount == 4, alpha == nil || isPremultiplied else { return byteCount == 1 ? .grey : nil }
        switch (red, green, blue) {
        case (0, 1, 2): return .rgba(hasAlpha: hasAlpha)
        case (1, 2, 3): return .argb(hasAlpha: hasAlpha)
        case (2, 1, 0): return .bgra(hasAlpha: hasAlpha)
        case (3, 2, 1): return .abgr(hasAlpha: hasAlpha)
        default: return nil
        }
    }

    /// Converts consecutive pixels.
    ///
    /// - Parameters:
    ///   - source: The client's pixels, of `byteCount` bytes each.
    ///   - target: Memory for the converted pixels, of four bytes each.
    ///   - count: The number of pixels.
    func convert(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int) {
        var (pixel, place) = (source, target)
        for _ in 0..<count {
            let opacity = alpha.map { pixel[$0] } ?? 255
            place[0] = component(pixel[red], opacity)
            place[1] = component(pixel[green], opacity)
            place[2] = component(pixel[blue], opacity)
            place[3] = opacity
            pixel += byteCount
            place += 4
        }
    }

    private func component(_ value: UInt8, _ opacity: UInt8) -> UInt8 {
        guard opacity < 255 else { return value }
        // A premultiplied component can't exceed its alpha. Larger values would be brighter than white.
        return isPremultiplied ? min(value, opacity) : UInt8((Int(value) * Int(opacity) + 127) / 255)
    }

    /// Returns a function from the index of a component in big-endian order to its offset. Returns `nil` for other
    /// units than bytes.
    private static func place(_ order: CGBitmapInfo) -> ((Int) -> Int)? {
        switch order {
        case [], .byteOrder32Big: { $0 }
        case .byteOrder32Little: { 3 - $0 }
        default: nil
        }
    }
}
