/// The borders of countries, cut into cells of one degree.
struct Borders: Sendable {
    private let starts: Section
    private let units: Section

    init(_ file: GazetteerFile) {
        starts = file.section(.borderStarts)
        units = file.section(.borders)
    }

    /// Returns the country whose borders contain a point.
    ///
    /// - Complexity: O(*n*) for *n* corners in the point's cell.
    func country(at point: GridPoint) -> Int? {
        var found: Int?
        point.forEachCell(inRing: 0) { cell in
            forEachPiece(in: cell.index) { country, rings in
                if found == nil, rings.count == 0 || rings.contains(cell.x, cell.y) {
                    found = country
                }
            }
        }
        return found
    }

    /// Returns the country with the nearest border, except for one country, and the distance in kilometres. Returns `nil`
    /// if no border is within the limit.
    func nearest(to point: GridPoint, within limit: Double, except excluded: Int? = nil) -> (
        country: Int, distance: Double
    )? {
        let unit = point.unit
        var best = limit * limit
        var found: Int?
        var ring = 0
        while ring <= Self.maximumRing, ring == 0 || point.distance(beyondRing: ring - 1) <= limit {
            point.forEachCell(inRing: ring) { cell in
                guard cell.distance * cell.distance <= best else { return }
                forEachPiece(in: cell.index) { country, rings in
                    guard country != excluded else { return }
                    let distance = rings.squaredDistance(from: cell, unit)
                    if distance < best {
                        (best, found) = (distance, country)
                    }
                }
            }
            ring += 1
        }
        return found.map { ($0, best.squareRoot()) }
    }

    /// At the poles, more cells are near a point than are worth a search.
    private static let maximumRing = 8

    @inline(__always)
    private func forEachPiece(in cell: Int, _ body: (Int, Rings) -> Void) {
        var position = starts.uint32(4 * cell)
        let end = starts.uint32(4 * cell + 4)
        while position < end {
            let country = units.uint16(2 * position)
            let rings = Rings(units: units, position: position + 2, count: units.uint16(2 * position + 2))
            body(country, rings)
            position = rings.end
        }
    }
}

/// The rings of a country in a cell. By the even-odd rule, a ring in another one is a hole.
private struct Rings {
    let units: Section
    let position: Int
    let count: Int

    var end: Int {
        var position = position
        for _ in 0..<count {
            position += 1 + 2 * units.uint16(2 * position)
        }
        return position
    }

    @inline(__always)
    private func forEachEdge(_ body: (_ from: (x: Int, y: Int), _ to: (x: Int, y: Int)) -> Void) {
        var position = position
        for _ in 0..<count {
            let corners = units.uint16(2 * position)
            position += 1
            let last = position + 2 * (corners - 1)
            var previous = (x: units.uint16(2 * last), y: units.uint16(2 * last + 2))
            for _ in 0..<corners {
                let corner = (x: units.uint16(2 * position), y: units.uint16(2 * position + 2))
                body(previous, corner)
                previous = corner
                position += 2
            }
        }
    }

    func contains(_ x: Double, _ y: Double) -> Bool {
        var isInside = false
        forEachEdge { from, to in
            let (fromY, toY) = (Double(from.y), Double(to.y))
            guard (fromY > y) != (toY > y) else { return }
            let crossing = Double(from.x) + (y - fromY) / (toY - fromY) * Double(to.x - from.x)
            if x < crossing { isInside.toggle() }
        }
        return isInside
    }

    /// Returns the square of the distance to the nearest edge, in kilometres. Ignores edges that cutting made.
    func squaredDistance(from cell: GridPoint.Cell, _ unit: (x: Double, y: Double)) -> Double {
        let side = Int(GridPoint.scale)
        var best = Double.infinity
        forEachEdge { from, to in
            if from.x == to.x, from.x == 0 || from.x == side { return }
            if from.y == to.y, from.y == 0 || from.y == side { return }
            let start = (x: (Double(from.x) - cell.x) * unit.x, y: (Double(from.y) - cell.y) * unit.y)
            let edge = (x: Double(to.x - from.x) * unit.x, y: Double(to.y - from.y) * unit.y)
            let length = edge.x * edge.x + edge.y * edge.y
            let along = length > 0 ? max(0, min(1, -(start.x * edge.x + start.y * edge.y) / length)) : 0
            let (x, y) = (start.x + along * edge.x, start.y + along * edge.y)
            best = min(best, x * x + y * y)
        }
        return best
    }
}
