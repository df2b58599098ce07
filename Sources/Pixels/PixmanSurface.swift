import CPixman

/// Creates pixman's images.
enum PixmanSurface {
    /// pixman's coordinates have 16 bits.
    static let sideLimit = 32_767

    static func image(
        _ format: pixman_format_code_t, _ size: PixelSize, _ base: UnsafeMutableRawPointer?, bytesPerRow: Int
    ) -> OpaquePointer {
        guard
            let image = pixman_image_create_bits(
                format, Int32(size.width), Int32(size.height), base?.assumingMemoryBound(to: UInt32.self),
                Int32(bytesPerRow))
        else { preconditionFailure("no memory for a picture") }
        return image
    }

    /// - Parameter colour: Premultiplied red, green, blue and alpha, from 0 to 1.
    static func fill(_ colour: SIMD4<Double>) -> OpaquePointer {
        func part(_ value: Double) -> UInt16 { value.isNaN ? 0 : UInt16((min(1, max(0, value)) * 65_535).rounded()) }
        var colour = pixman_color(
            red: part(colour.x), green: part(colour.y), blue: part(colour.z), alpha: part(colour.w))
        guard let image = pixman_image_create_solid_fill(&colour) else {
            preconditionFailure("no memory for a picture")
        }
        return image
    }
}
