/// A curve through points with ascending x. Between two points it never leaves the range of their values (a cubic
/// Hermite curve with Fritsch and Carlson's slopes). Outside of the points it's constant.
struct MonotoneCurve {
    private let points: [(x: Double, y: Double)]
    private let slopes: [Double]

    /// - Parameter points: At least two points.
    init(_ points: [(x: Double, y: Double)]) {
        self.points = points
        let chords = zip(points, points.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
        var slopes = [chords[0]]
        for (before, after) in zip(chords, chords.dropFirst()) {
            slopes.append(before * after <= 0 ? 0 : (before + after) / 2)
        }
        slopes.append(chords[chords.count - 1])
        for (index, chord) in chords.enumerated() {
            guard chord != 0 else {
                (slopes[index], slopes[index + 1]) = (0, 0)
                continue
            }
            let (start, end) = (slopes[index] / chord, slopes[index + 1] / chord)
            let length = (start * start + end * end).squareRoot()
            guard length > 3 else { continue }
            slopes[index] = 3 * start / length * chord
            slopes[index + 1] = 3 * end / length * chord
        }
        self.slopes = slopes
    }

    func value(_ x: Double) -> Double {
        guard x > points[0].x else { return points[0].y }
        guard let next = points.firstIndex(where: { $0.x >= x }) else { return points[points.count - 1].y }
        let (start, end) = (points[next - 1], points[next])
        let width = end.x - start.x
        let t = (x - start.x) / width
        let (square, cube) = (t * t, t * t * t)
        return (2 * cube - 3 * square + 1) * start.y + (cube - 2 * square + t) * width * slopes[next - 1]
            + (3 * square - 2 * cube) * end.y + (cube - square) * width * slopes[next]
    }
}
