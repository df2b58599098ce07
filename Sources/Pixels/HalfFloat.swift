/// Floating-point numbers of sixteen bits (IEEE 754's binary16). The standard library's `Float16` converts them in
/// software, one call for each number, which takes several times as long.
package enum HalfFloat {
    private static let smallestNormal: UInt32 = 0x3880_0000
    /// The largest finite number: 65,504.
    private static let largestBits: UInt32 = 0x7BFF
    private static let exponentDifference: UInt32 = 112 << 23

    /// Returns the bits of the nearest numbers. Numbers beyond the range become the largest one, and NaN becomes 0.
    @inline(__always)
    static func bits(_ values: SIMD4<Float>) -> SIMD4<UInt16> {
        let bits = unsafeBitCast(values, to: SIMD4<UInt32>.self)
        let size = bits & 0x7FFF_FFFF
        let rounding = (size &>> 13) & 1
        let normal = (size &+ rounding &+ 0xFFF &- exponentDifference) &>> 13
        // Adding 0.5 moves the last bit of a small number to that of a half float, and rounds it.
        let sum = unsafeBitCast(size, to: SIMD4<Float>.self) + 0.5
        let small = unsafeBitCast(sum, to: SIMD4<UInt32>.self) &- 0x3F00_0000
        var result = normal.replacing(with: largestBits, where: normal .> largestBits)
        result.replace(with: small, where: size .< smallestNormal)
        result.replace(with: 0, where: size .> 0x7F80_0000)
        return SIMD4<UInt16>(truncatingIfNeeded: result | ((bits &>> 16) & 0x8000))
    }

    /// Writes the bits of four numbers.
    package static func write(_ values: SIMD4<Float>, to target: UnsafeMutablePointer<UInt16>) {
        UnsafeMutableRawPointer(target).storeBytes(of: bits(values), as: SIMD4<UInt16>.self)
    }

    /// Writes the bits of some vectors of numbers.
    package static func write(
        _ values: UnsafePointer<SIMD4<Float>>, count: Int, to target: UnsafeMutablePointer<UInt16>
    ) {
        for index in 0..<count { write(values[index], to: target + 4 * index) }
    }

    package static func value(_ bits: UInt16) -> Float {
        let size = UInt32(bits & 0x7FFF) << 13
        // Infinity and NaN, which this package never writes, become large numbers.
        let value = Float(bitPattern: size) * Float(bitPattern: (127 + 112) << 23)
        return bits & 0x8000 == 0 ? value : -value
    }
}
