/// The shortest line on the Earth between two valid coordinates.
struct Geodesic {
    /// The length in metres.
    let length: Double

    init(from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D) {
        length = Self.ellipsoidalLength(from: start, to: end) ?? Self.sphericalLength(from: start, to: end)
    }

    // WGS 84, in metres.
    private static let equatorialRadius = 6_378_137.0
    private static let flattening = 1 / 298.257_223_563
    private static let polarRadius = equatorialRadius * (1 - flattening)
    private static let meanRadius = (2 * equatorialRadius + polarRadius) / 3

    /// The tolerance of the angle on the auxiliary sphere, in radians. It corresponds to a thousandth of a millimetre
    /// on the ground.
    private static let tolerance = 1e-13

    /// The iteration limit. Pairs of points need fewer than ten iterations unless they are almost opposite each
    /// other.
    private static let maximumIterationCount = 100

    /// Computes the length with Vincenty's inverse formula. Returns `nil` if the formula doesn't converge, which
    /// happens for points that are almost opposite each other.
    private static func ellipsoidalLength(
        from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D
    ) -> Double? {
        let startReduced = atan((1 - flattening) * tan(radians(start.latitude)))
        let endReduced = atan((1 - flattening) * tan(radians(end.latitude)))
        let (sinStart, cosStart) = (sin(startReduced), cos(startReduced))
        let (sinEnd, cosEnd) = (sin(endReduced), cos(endReduced))
        let longitudeDifference = remainder(radians(end.longitude) - radians(start.longitude), 2 * .pi)

        var lambda = longitudeDifference
        for _ in 0..<maximumIterationCount {
            let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
            let sinSigma = hypot(cosEnd * sinLambda, cosStart * sinEnd - sinStart * cosEnd * cosLambda)
            let cosSigma = sinStart * sinEnd + cosStart * cosEnd * cosLambda
            guard sinSigma > 0 else {
                // The points are equal or exactly opposite.
                return cosSigma > 0 ? 0 : nil
            }
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosStart * cosEnd * sinLambda / sinSigma
            let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
            // On the equator, the quotient is 0 / 0 and its term vanishes.
            let cosDoubleMidpoint = cosSquaredAlpha > 0 ? cosSigma - 2 * sinStart * sinEnd / cosSquaredAlpha : 0
            let correction = flattening / 16 * cosSquaredAlpha * (4 + flattening * (4 - 3 * cosSquaredAlpha))
            let midpointTerm = 2 * cosDoubleMidpoint * cosDoubleMidpoint - 1
            let previous = lambda
            let longitudeTerm =
                sigma + correction * sinSigma * (cosDoubleMidpoint + correction * cosSigma * midpointTerm)
            lambda = longitudeDifference + (1 - correction) * flattening * sinAlpha * longitudeTerm
            if abs(lambda) > .pi {
                return nil
            }
            if abs(lambda - previous) < tolerance {
                return length(
                    sigma: sigma, cosSquaredAlpha: cosSquaredAlpha, cosDoubleMidpoint: cosDoubleMidpoint)
            }
        }
        return nil
    }

    /// Converts the arc `sigma` on the auxiliary sphere, in radians, to a length on the ellipsoid.
    private static func length(sigma: Double, cosSquaredAlpha: Double, cosDoubleMidpoint: Double) -> Double {
        let ratio = equatorialRadius / polarRadius
        let uSquared = cosSquaredAlpha * (ratio * ratio - 1)
        let scale = 1 + uSquared / 16_384 * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
        let amplitude = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
        let (sinSigma, cosSigma) = (sin(sigma), cos(sigma))
        let doubleSquare = 2 * cosDoubleMidpoint * cosDoubleMidpoint
        let cubicTerm = cosDoubleMidpoint * (4 * sinSigma * sinSigma - 3) * (2 * doubleSquare - 3)
        let inner = cosSigma * (doubleSquare - 1) - amplitude / 6 * cubicTerm
        let correction = amplitude * sinSigma * (cosDoubleMidpoint + amplitude / 4 * inner)
        return polarRadius * scale * (sigma - correction)
    }

    /// Computes the length with the haversine formula.
    private static func sphericalLength(
        from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D
    ) -> Double {
        let latitudeHalf = sin(radians(end.latitude - start.latitude) / 2)
        let longitudeHalf = sin(radians(end.longitude - start.longitude) / 2)
        let product = cos(radians(start.latitude)) * cos(radians(end.latitude))
        let haversine = latitudeHalf * latitudeHalf + product * longitudeHalf * longitudeHalf
        return 2 * meanRadius * asin(sqrt(min(1, haversine)))
    }

    private static func radians(_ degrees: Double) -> Double {
        degrees * .pi / 180
    }
}
