public import AlbumenGraphics
public import Foundation

/// A list of numbers, such as a point, a rectangle or a row of a matrix.
// Unchecked because the class is open. Its stored property is constant.
open class CIVector: NSObject, @unchecked Sendable {
    let numbers: [CGFloat]

    public init(values: UnsafePointer<CGFloat>, count: Int) {
        numbers = Array(UnsafeBufferPointer(start: values, count: max(0, count)))
    }

    /// Creates an empty vector.
    public override convenience init() {
        self.init([])
    }

    public convenience init(x: CGFloat) {
        self.init([x])
    }

    public convenience init(x: CGFloat, y: CGFloat) {
        self.init([x, y])
    }

    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) {
        self.init([x, y, z])
    }

    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) {
        self.init([x, y, z, w])
    }

    public convenience init(cgPoint: CGPoint) {
        self.init([cgPoint.x, cgPoint.y])
    }

    /// Creates a vector of the rectangle's x, y, width and height.
    public convenience init(cgRect: CGRect) {
        self.init([cgRect.origin.x, cgRect.origin.y, cgRect.size.width, cgRect.size.height])
    }

    /// Creates a vector of the transformation's a, b, c, d, tx and ty.
    public convenience init(cgAffineTransform: CGAffineTransform) {
        let t = cgAffineTransform
        self.init([t.a, t.b, t.c, t.d, t.tx, t.ty])
    }

    init(_ numbers: [CGFloat]) {
        self.numbers = numbers
    }

    open var count: Int { numbers.count }
    open var x: CGFloat { value(at: 0) }
    open var y: CGFloat { value(at: 1) }
    open var z: CGFloat { value(at: 2) }
    open var w: CGFloat { value(at: 3) }
    open var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
    open var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

    /// Returns a number, or 0 if there is none at the index.
    open func value(at index: Int) -> CGFloat {
        numbers.indices.contains(index) ? numbers[index] : 0
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CIVector)?.numbers == numbers
    }

    open override var hash: Int { numbers.hashValue }

    open override var description: String {
        "[" + numbers.map { String(format: "%g", Double($0)) }.joined(separator: " ") + "]"
    }
}
