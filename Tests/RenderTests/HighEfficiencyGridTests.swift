import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Testing

/// Pictures in tiles, true and forged.
@Suite struct HighEfficiencyGridTests {
    private static let corrupt = "a part of the picture's data is corrupt"

    @Test("tiles are at their positions", arguments: [RenderRequest.Size.full, .longSide(100), .longSide(20)])
    func tiles(_ size: RenderRequest.Size) throws {
        let grid = SampleGrid()
        let rendering = try #require(try Rendered.rendering(grid.file(), [size]))
        let picture = rendering.pictures[0]
        #expect(rendering.damage == nil)
        #expect(picture.size == size.of(PixelSize(width: 200, height: 180)))
        for (index, colour) in grid.colours.enumerated() {
            let x = (index % 2 == 0 ? 60 : 170) * picture.width / 200
            let y = (index / 2 == 0 ? 60 : 155) * picture.height / 180
            #expect(isNear(picture.pixel(x, y), colour.map(Int.init) + [255], within: 4), "\(index)")
        }
    }

    @Test func `an undecodable tile is grey, and the picture is damaged`() throws {
        let rendering = try #require(try Rendered.rendering(SampleGrid(empty: [1]).file()))
        #expect(rendering.damage == Self.corrupt)
        let picture = rendering.pictures[0]
        let (red, green, blue, _) = picture.colour(x: 170, y: 60)
        #expect(red == green && green == blue)
        #expect(isNear(picture.pixel(60, 60), [200, 40, 40, 255], within: 4))
        #expect(isNear(picture.pixel(170, 155), [180, 180, 40, 255], within: 4))
    }

    @Test func `a picture without decodable tiles is refused`() throws {
        let file = try SampleGrid(empty: [0, 1, 2, 3]).file()
        let error = #expect(throws: MediaError.self) { try Rendered.rendering(file) }
        #expect(error?.code == .unreadable)
    }

    @Test(
        "an invalid grid results in a picture of the declared size or an error",
        arguments: [
            SampleGrid(rows: 3), SampleGrid(rows: 1, columns: 1), SampleGrid(rows: 1, columns: 4),
            SampleGrid(rows: 256, columns: 256), SampleGrid(width: 1000, height: 1000),
            SampleGrid(width: 30_000, height: 30_000), SampleGrid(width: 0, height: 0),
            SampleGrid(width: 20, height: 20), SampleGrid(odd: [0]), SampleGrid(odd: [3]), SampleGrid(colours: []),
            SampleGrid(named: [0, 1, 2]), SampleGrid(named: [0, 1, 2, 200]),
        ])
    func forged(_ grid: SampleGrid) throws {
        let file = try grid.file()
        for size in [RenderRequest.Size.full, .longSide(16), .longSide(64)] {
            HostilePictureTests.expectAnswer(file, [size])
        }
    }

    @Test func `the worker decodes tiles on several threads`() throws {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 1)
        let file = try SampleGrid(empty: [1]).file()
        let request = RenderRequest(filename: "picture.heic", sizes: [.full])
        let answers = try (0..<2).map { _ in try pool.render(file, request) }
        let direct = try Rendered.picture(file)
        for answer in answers {
            #expect(answer.damage == Self.corrupt)
            #expect(answer.pictures[0].pixels == direct.pixels)
        }
    }

    /// libheif follows such a grid until its stack is used up.
    @Test func `a grid that contains itself is refused, and the worker keeps working`() throws {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 1)
        let request = RenderRequest(filename: "picture.heic", sizes: [.full])
        #expect(try pool.render(SampleGrid().file(), request).pictures.count == 1)
        let worker = pool.idleProcessIdentifiers
        // The grid is item 1, and its tiles are counted from 2.
        let file = try SampleGrid(named: [0, -1, 2, 3]).file()
        let error = #expect(throws: MediaError.self) { try pool.render(file, request) }
        #expect(error?.code == .unreadable)
        #expect(pool.idleProcessIdentifiers == worker)
    }

    @Test func `a tile with many references is decoded within the limit of the file`() throws {
        let named = [Int](repeating: 0, count: 64 * 64)
        let side = 64 * SampleGrid.tileSide
        let grid = SampleGrid(rows: 64, columns: 64, width: side, height: side, named: named)
        let picture = try Rendered.picture(grid.file(), .longSide(64))
        for place in [0, 31, 63] {
            #expect(isNear(picture.pixel(place, place), [200, 40, 40, 255], within: 4))
        }
    }
}

extension RenderRequest.Size {
    fileprivate func of(_ size: PixelSize) -> PixelSize {
        switch self {
        case .full: size
        case .longSide(let limit): size.fitting(longSide: limit)
        }
    }
}
