/// A colour in sRGB, not premultiplied. Components can lie outside of 0 to 1.
package struct GraphColour: Codable, Equatable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var alpha: Double

    package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    var numbers: [Double] { [red, green, blue, alpha] }
}

/// Four coefficients of a colour matrix, for red, green, blue and alpha.
package struct GraphVector: Codable, Equatable, Sendable {
    package var x: Double
    package var y: Double
    package var z: Double
    package var w: Double

    package init(_ x: Double, _ y: Double, _ z: Double = 0, _ w: Double = 0) {
        self.x = x
        self.y = y
        self.z = z
        self.w = w
    }

    package var numbers: [Double] { [x, y, z, w] }
}
