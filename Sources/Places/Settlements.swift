import Foundation

/// The settlements, in cells of one degree. In a cell, larger settlements come first.
struct Settlements: Sendable {
    private static let recordSize = 10

    private let starts: Section
    private let records: Section
    private let areas: Section
    private let regions: Section
    private let regionCount: Int
    /// The radius of a settlement's surroundings in kilometres, by the code of its population.
    private let radii: [Double]

    let count: Int

    init(_ file: GazetteerFile) {
        starts = file.section(.settlementStarts)
        records = file.section(.settlements)
        areas = file.section(.areas)
        regions = file.section(.regions)
        regionCount = regions.count / 5
        count = records.count / Self.recordSize
        radii = (0..<256).map { 0.02 * pow(Self.population($0), 0.4) }
    }

    /// Settlements near a point.
    struct Neighbours {
        /// The nearest settlement of any country.
        var nearest: (settlement: Int, distance: Double)?
        /// The nearest settlement of the country.
        var nearestOfCountry: (settlement: Int, distance: Double)?
        /// The settlement of the country in whose surroundings the point is, or whose surroundings are nearest.
        var relevant: (settlement: Int, distance: Double)?
        /// Of ``relevant``. Negative in the surroundings, and else the distance to them in kilometres.
        var score = Double.infinity
    }

    /// Finds the settlements near a point.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - country: The country of the relevant settlement. If `nil`, the search is for the nearest one alone.
    ///   - limit: The largest distance, in kilometres.
    /// - Complexity: O(*n*) for *n* settlements in the cells around the point.
    func neighbours(of point: GridPoint, in country: Int?, within limit: Double) -> Neighbours {
        var found = Neighbours()
        var ring = 0
        while ring <= Self.maximumRing {
            if ring > 0 {
                // Largest radius of surroundings: settlements farther away can't be relevant.
                let beyond = point.distance(beyondRing: ring - 1)
                let known = country == nil ? found.nearest?.distance : found.nearestOfCountry?.distance
                if beyond > min(limit, max(known ?? .infinity, found.score + radii[255])) { break }
            }
            point.forEachCell(inRing: ring) { cell in
                visit(cell, of: point, in: country, within: limit, &found)
            }
            ring += 1
        }
        return found
    }

    /// Near the poles, more rings of cells are within the limit, but they have no settlements.
    private static let maximumRing = 40

    private func visit(
        _ cell: GridPoint.Cell, of point: GridPoint, in country: Int?, within limit: Double, _ found: inout Neighbours
    ) {
        guard cell.distance <= limit else { return }
        let isNear =
            cell.distance <= (found.nearest?.distance ?? .infinity)
            || country != nil && cell.distance <= (found.nearestOfCountry?.distance ?? .infinity)
        let unit = point.unit
        for settlement in starts.uint32(4 * cell.index)..<starts.uint32(4 * cell.index + 4) {
            let record = Self.recordSize * settlement
            let radius = radii[records.uint8(record + 9)]
            if !isNear, Self.score(cell.distance, radius) > found.score { break }
            let x = (Double(records.uint16(record)) - cell.x) * unit.x
            let y = (Double(records.uint16(record + 2)) - cell.y) * unit.y
            let distance = (x * x + y * y).squareRoot()
            guard distance <= limit else { continue }
            if distance < found.nearest?.distance ?? .infinity {
                found.nearest = (settlement, distance)
            }
            guard let country else { continue }
            let score = Self.score(distance, radius)
            guard score < found.score || distance < found.nearestOfCountry?.distance ?? .infinity,
                self.country(ofArea: records.uint16(record + 4)) == country
            else { continue }
            if distance < found.nearestOfCountry?.distance ?? .infinity {
                found.nearestOfCountry = (settlement, distance)
            }
            if score < found.score {
                found.relevant = (settlement, distance)
                found.score = score
            }
        }
    }

    /// A measure of how far a point is from a settlement: negative in its surroundings, then kilometres.
    private static func score(_ distance: Double, _ radius: Double) -> Double {
        distance < radius ? distance / radius - 1 : distance - radius
    }

    /// Returns the distance between two settlements that are near each other, in kilometres.
    func distance(_ one: Int, _ other: Int) -> Double {
        let (start, end) = (point(of: one), point(of: other))
        let x = remainder(end.longitude - start.longitude, 360) * start.kilometresPerColumn
        let y = (end.latitude - start.latitude) * GridPoint.kilometresPerDegree
        return (x * x + y * y).squareRoot()
    }

    /// Returns the largest settlement of the region in whose wide surroundings a much smaller one is.
    func city(around settlement: Int) -> Int? {
        let point = point(of: settlement)
        let own = records.uint8(Self.recordSize * settlement + 9)
        let (country, region) = (country(of: settlement), region(of: settlement))
        let unit = point.unit
        var (best, found) = (own + 19, Int?.none)
        for ring in 0...1 {
            point.forEachCell(inRing: ring) { cell in
                for other in starts.uint32(4 * cell.index)..<starts.uint32(4 * cell.index + 4) {
                    let record = Self.recordSize * other
                    let code = records.uint8(record + 9)
                    guard code > best, 2 * radii[code] >= cell.distance else { break }
                    let x = (Double(records.uint16(record)) - cell.x) * unit.x
                    let y = (Double(records.uint16(record + 2)) - cell.y) * unit.y
                    if (x * x + y * y).squareRoot() <= 2 * radii[code], self.country(of: other) == country,
                        self.region(of: other) == region
                    {
                        (best, found) = (code, other)
                    }
                }
            }
        }
        return found
    }

    func point(of settlement: Int) -> GridPoint {
        // A binary search for the cell: the table of starts is ordered.
        var (low, high) = (0, GridPoint.columns * GridPoint.rows)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts.uint32(4 * middle) <= settlement { low = middle } else { high = middle }
        }
        let record = Self.recordSize * settlement
        return GridPoint(
            latitude: Double(low / GridPoint.columns) - 90 + Double(records.uint16(record + 2)) / GridPoint.scale,
            longitude: Double(low % GridPoint.columns) - 180 + Double(records.uint16(record)) / GridPoint.scale)!
    }

    func name(of settlement: Int) -> Int { records.uint24(Self.recordSize * settlement + 6) }

    /// A logarithm of the population. Ten steps double it.
    func populationCode(of settlement: Int) -> Int { records.uint8(Self.recordSize * settlement + 9) }

    static func population(_ code: Int) -> Double { code == 0 ? 1 : pow(2, Double(code) / 10) }

    func radius(of settlement: Int) -> Double { radii[populationCode(of: settlement)] }

    func country(of settlement: Int) -> Int { country(ofArea: area(of: settlement)) }

    func region(of settlement: Int) -> Int? {
        let place = areas.uint16(4 * area(of: settlement))
        return place < regionCount ? place : nil
    }

    func zone(of settlement: Int) -> Int { areas.uint16(4 * area(of: settlement) + 2) }

    private func area(of settlement: Int) -> Int { records.uint16(Self.recordSize * settlement + 4) }

    private func country(ofArea area: Int) -> Int {
        let place = areas.uint16(4 * area)
        return place < regionCount ? regions.uint16(5 * place) : place - regionCount
    }
}
