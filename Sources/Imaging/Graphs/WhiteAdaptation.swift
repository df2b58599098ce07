import MediaRequests

/// The adaptation of one white to another with Bradford's matrix.
enum WhiteAdaptation {
    private static let toXYZ: [[Double]] = [
        [0.4123908, 0.3575843, 0.1804808], [0.2126390, 0.7151687, 0.0721923], [0.0193308, 0.1191948, 0.9505322],
    ]
    private static let bradford: [[Double]] = [
        [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
    ]
    /// The colour temperatures for which the formula of the black body holds.
    private static let temperatures = 1_667.0...25_000.0
    /// The change of the tint that moves the white by 1 in CIE 1960's plane.
    private static let tintUnit = 3_000.0

    /// Returns the matrix for linear light with sRGB's primaries.
    ///
    /// - Parameter neutral: The colour temperature and tint of the white in the image.
    /// - Parameter target: The colour temperature and tint that the white gets. A positive tint is green's opposite.
    static func matrix(from neutral: GraphVector, to target: GraphVector) -> [[Double]] {
        let cones = product(bradford, toXYZ)
        let (from, to) = (response(neutral), response(target))
        let scale = (0..<3).map { row in (0..<3).map { row == $0 ? to[row] / from[row] : 0 } }
        return product(Matrix3.inverse(cones), product(scale, cones))
    }

    /// Returns the response of the cones to a white.
    private static func response(_ white: GraphVector) -> [Double] {
        let (x, y) = chromaticity(white)
        let xyz = [x / y, 1, (1 - x - y) / y]
        return bradford.map { row in zip(row, xyz).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    private static func chromaticity(_ white: GraphVector) -> (Double, Double) {
        let temperature = min(temperatures.upperBound - 10, max(temperatures.lowerBound, white.x))
        let (u, v) = blackBody(temperature)
        let (nextU, nextV) = blackBody(temperature + 10)
        let length = ((nextU - u) * (nextU - u) + (nextV - v) * (nextV - v)).squareRoot()
        // Perpendicular to the curve of black bodies.
        let (shiftU, shiftV) = ((nextV - v) / length, -(nextU - u) / length)
        let (tintedU, tintedV) = (u - shiftU * white.y / tintUnit, v - shiftV * white.y / tintUnit)
        let divisor = 2 * tintedU - 8 * tintedV + 4
        return (3 * tintedU / divisor, 2 * tintedV / divisor)
    }

    /// Returns the place of a black body in CIE 1960's plane, with the cubic curves of Kim, Kim and Kim (2002).
    private static func blackBody(_ temperature: Double) -> (u: Double, v: Double) {
        let k = 1_000 / temperature
        let x =
            temperature <= 4_000
            ? ((-0.2661239 * k - 0.2343589) * k + 0.8776956) * k + 0.179910
            : ((-3.0258469 * k + 2.1070379) * k + 0.2226347) * k + 0.240390
        let y =
            temperature <= 2_222
            ? ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
            : temperature <= 4_000
                ? ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
                : ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483
        let divisor = -2 * x + 12 * y + 3
        return (4 * x / divisor, 6 * y / divisor)
    }

    private static func product(_ left: [[Double]], _ right: [[Double]]) -> [[Double]] {
        Matrix3.product(left, right)
    }
}

/// Matrices of three rows and columns.
enum Matrix3 {
    static let identity: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

    /// Returns the columns for products with vectors. The fourth component is 0.
    static func columns(_ m: [[Double]]) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
        func column(_ index: Int) -> SIMD4<Float> { SIMD4(SIMD3(m.map { Float($0[index]) }), 0) }
        return (column(0), column(1), column(2))
    }

    static func product(_ left: [[Double]], _ right: [[Double]]) -> [[Double]] {
        left.map { row in (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * right[$1][column] } } }
    }

    /// - Returns: The inverse. The matrix must have one.
    static func inverse(_ m: [[Double]]) -> [[Double]] {
        func minor(_ row: Int, _ column: Int) -> Double {
            let (r1, r2) = ((row + 1) % 3, (row + 2) % 3)
            let (c1, c2) = ((column + 1) % 3, (column + 2) % 3)
            return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
        }
        let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
        return (0..<3).map { row in (0..<3).map { minor($0, row) / determinant } }
    }
}
