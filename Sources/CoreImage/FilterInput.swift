import AlbumenGraphics
import Foundation

/// Reads the values of filter inputs.
enum FilterInput {
    static func number(_ value: Any) -> Double? {
        switch value {
        case let number as Double: number
        case let number as CGFloat: Double(number)
        case let number as Float: Double(number)
        case let number as Int: Double(number)
        case let number as NSNumber: number.doubleValue
        default: nil
        }
    }

    /// Returns a transformation from a `CGAffineTransform` or a vector of six numbers. Apple's frameworks also take
    /// `NSValue` and `NSAffineTransform`, which Linux lacks.
    static func transform(_ value: Any) -> CGAffineTransform? {
        switch value {
        case let transform as CGAffineTransform: return transform
        case let vector as CIVector where vector.count == 6:
            let n = vector.numbers
            return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
        default: return nil
        }
    }
}
