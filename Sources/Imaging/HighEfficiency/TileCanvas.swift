import Foundation
import MediaRequests
import Pixels
import Synchronization

/// The planes of an image, assembled from its decoded tiles. A tile that can't be decoded is middle grey.
// Unchecked because each tile writes a separate part of the planes.
final class TileCanvas: @unchecked Sendable {
    let layout: FrameLayout
    let planes: [SamplePlane]
    /// The colours that the coded image declares.
    let colour: SourceColour
    private(set) var isDamaged = false
    private let size: PixelSize
    private let columnCount: Int

    /// The tolerance for a single tile that is larger than its small image.
    private static let marginInPixels = 1024
    /// The tolerance for a coded tile that is larger than its visible part.
    private static let codingMarginInPixels = 128
    /// The number of tiles to try, one after another, until one can be decoded.
    private static let trialLimit = 8

    private enum Outcome {
        case whole, damaged, unlike
    }

    /// - Parameters:
    ///   - size: The size of the image.
    ///   - isCoarse: Whether the image will be reduced considerably.
    /// - Returns: `nil` if no tile can be decoded or the tiles don't match each other.
    static func decode(
        _ tiles: [CodedTile], _ size: PixelSize, isCoarse: Bool
    ) throws(MediaError) -> TileCanvas? {
        let limit = min(
            (size.width + marginInPixels) * (size.height + marginInPixels), RenderLimits.wholeAreaInPixels)
        var decoder = HEVCDecoder(limitInPixels: limit, isCoarse: isCoarse)
        var first: (index: Int, frame: HEVCDecoder.Frame)?
        for (index, tile) in tiles.prefix(trialLimit).enumerated() where first == nil {
            first = decoder.decode(tile).map { (index, $0) }
        }
        guard let first, let layout = FrameLayout(first.frame.frame.pointee) else { return nil }
        if tiles.count == 1, layout.size == size { return TileCanvas(layout, first.frame) }
        let columnCount = (size.width + layout.size.width - 1) / layout.size.width
        let rowCount = (size.height + layout.size.height - 1) / layout.size.height
        // Otherwise, tiles would start between two chroma samples.
        guard columnCount * rowCount == tiles.count,
            columnCount == 1 || layout.size.width & (1 << layout.across - 1) == 0,
            rowCount == 1 || layout.size.height & (1 << layout.down - 1) == 0
        else { return nil }
        let canvas = try TileCanvas(layout, first.frame, size, columnCount: columnCount)
        // Several tiles are decoded at the same time, so each of them has this memory limit.
        decoder.limitInPixels = min(
            limit, (layout.size.width + codingMarginInPixels) * (layout.size.height + codingMarginInPixels))
        let outcomes = Mutex<Set<Outcome>>([])
        ParallelWork.run(tiles.count) { [decoder] index in
            let isFirst = index == first.index
            let outcome = canvas.put(
                isFirst ? first.frame : (index < first.index ? nil : decoder.decode(tiles[index])), index)
            outcomes.withLock { _ = $0.insert(outcome) }
        }
        let all = outcomes.withLock { $0 }
        canvas.isDamaged = all.contains(.damaged)
        return all.contains(.unlike) ? nil : canvas
    }

    /// Creates a canvas from an image with a single tile, without copying it.
    private init(_ layout: FrameLayout, _ frame: HEVCDecoder.Frame) {
        self.layout = layout
        planes = layout.planes(of: frame)
        size = layout.size
        columnCount = 1
        colour = SourceColour(frame.frame.pointee) ?? .untagged
        isDamaged = frame.isDamaged
    }

    private init(
        _ layout: FrameLayout, _ frame: HEVCDecoder.Frame, _ size: PixelSize, columnCount: Int
    ) throws(MediaError) {
        self.layout = layout
        var planes: [SamplePlane] = []
        for index in 0..<3 {
            planes.append(try SamplePlane(size: layout.planeSize(index, of: size), depth: layout.depth))
        }
        self.planes = planes
        self.size = size
        self.columnCount = columnCount
        colour = SourceColour(frame.frame.pointee) ?? .untagged
    }

    /// Writes a tile to its position. `nil` means that the tile can't be decoded.
    private func put(_ frame: HEVCDecoder.Frame?, _ index: Int) -> Outcome {
        if let frame, FrameLayout(frame.frame.pointee) != layout { return .unlike }
        let sources = frame.map { layout.planes(of: $0) }
        for (number, plane) in planes.enumerated() {
            let tile = layout.planeSize(number, of: layout.size)
            let (left, top) = (index % columnCount * tile.width, index / columnCount * tile.height)
            let rowSize = min(tile.width, plane.size.width - left) * plane.bytesPerSample
            guard rowSize > 0 else { continue }
            for row in 0..<max(0, min(tile.height, plane.size.height - top)) {
                let target = plane.memory.base + (top + row) * plane.stride + left * plane.bytesPerSample
                if let source = sources?[number] {
                    memcpy(target, source.memory.base + row * source.stride, rowSize)
                } else if plane.depth == 8 {
                    memset(target, 128, rowSize)
                } else {
                    target.initializeMemory(
                        as: UInt16.self, repeating: 1 << (plane.depth - 1), count: rowSize / plane.bytesPerSample)
                }
            }
        }
        return frame?.isDamaged == false ? .whole : .damaged
    }
}
