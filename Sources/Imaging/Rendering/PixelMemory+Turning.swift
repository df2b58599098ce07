import MediaRequests
import Pixels

extension PixelMemory {
    /// Returns an image of four bytes per pixel after the rotation of an EXIF orientation. Returns the same memory if
    /// there is none.
    func turned(
        _ orientation: Int, _ size: PixelSize
    ) throws(MediaError) -> (memory: PixelMemory, size: PixelSize) {
        let turn = PictureTurn(orientation: orientation)
        guard !turn.isIdentity else { return (self, size) }
        let result = try PixelMemory(count: count, isCleared: false)
        turn.write(
            base.assumingMemoryBound(to: UInt32.self), size, rowStride: size.width,
            to: result.base.assumingMemoryBound(to: UInt32.self))
        return (result, turn.turned(size))
    }
}
