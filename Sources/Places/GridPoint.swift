import Foundation

/// A valid coordinate, its cell of one degree, and its position in the cell.
struct GridPoint {
    static let columns = 360
    static let rows = 180
    /// The coordinates in a cell are from 0 to this.
    static let scale = 65535.0
    static let kilometresPerDegree = 111.195

    let latitude: Double
    let longitude: Double
    let column: Int
    let row: Int
    /// The length of a degree of longitude, in kilometres. It isn't 0 at the poles, so that rings of cells end.
    let kilometresPerColumn: Double

    /// Returns `nil` if the coordinate is invalid.
    init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        // The meridian of 180 degrees has one position.
        let longitude = longitude == 180 ? -180 : longitude
        self.latitude = latitude
        self.longitude = longitude
        column = min(Self.columns - 1, Int((longitude + 180).rounded(.down)))
        row = min(Self.rows - 1, Int((latitude + 90).rounded(.down)))
        kilometresPerColumn = Self.kilometresPerDegree * max(0.01, cos(latitude * .pi / 180))
    }

    /// A cell near a point.
    struct Cell {
        let index: Int
        /// The point's position, in the units of the cell's coordinates.
        let x: Double
        let y: Double
        /// A lower bound of the distance to the cell, in kilometres.
        let distance: Double
    }

    /// Calls a closure for the cells of a ring around the point's cell. Ring 0 is the cell itself.
    @inline(__always)
    func forEachCell(inRing ring: Int, _ body: (Cell) -> Void) {
        for rowOffset in -ring...ring {
            let cellRow = row + rowOffset
            guard cellRow >= 0, cellRow < Self.rows else { continue }
            // Only the first and the last row of a ring are full.
            let step = ring == 0 || abs(rowOffset) == ring ? 1 : 2 * ring
            for columnOffset in stride(from: -ring, through: ring, by: step) {
                body(cell(column + columnOffset, cellRow))
            }
        }
    }

    private func cell(_ unwrappedColumn: Int, _ cellRow: Int) -> Cell {
        let x = longitude + 180 - Double(unwrappedColumn)
        let y = latitude + 90 - Double(cellRow)
        let (dx, dy) = (max(0, -x, x - 1), max(0, -y, y - 1))
        // A degree of longitude is shorter farther from the equator.
        let poleward = max(abs(Double(cellRow) - 90), abs(Double(cellRow) - 89)) * .pi / 180
        let width = min(kilometresPerColumn, Self.kilometresPerDegree * max(0, cos(poleward)))
        let wrapped = (unwrappedColumn + Self.columns) % Self.columns
        return Cell(
            index: cellRow * Self.columns + wrapped, x: x * Self.scale, y: y * Self.scale,
            distance: max(dx * width, dy * Self.kilometresPerDegree))
    }

    /// A lower bound of the distance to cells outside of a ring, in kilometres.
    func distance(beyondRing ring: Int) -> Double {
        let pole = min(89.9, abs(latitude) + Double(ring + 1))
        let width = Self.kilometresPerDegree * cos(pole * .pi / 180)
        return Double(ring) * min(width, Self.kilometresPerDegree)
    }

    /// Kilometres for each unit of a cell's coordinates.
    var unit: (x: Double, y: Double) {
        (kilometresPerColumn / Self.scale, Self.kilometresPerDegree / Self.scale)
    }
}
