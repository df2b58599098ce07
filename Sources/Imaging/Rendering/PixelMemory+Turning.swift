import MediaRequests
import Pixels

extension PixelMemory {
    /// Returns an image of four or eight bytes per pixel after the rotation of an EXIF orientation. Returns the same
    /// memory if there is none.
    func turned(
        _ orientation: Int, _ size: PixelSize, bytesPerPixel: Int = Bitmap.bytesPerPixel
    ) throws(MediaError) -> (memory: PixelMemory, size: PixelSize) {
        let turn = PictureTurn(orientation: orientation)
        guard !turn.isIdentity else { return (self, size) }
        let result = try PixelMemory(count: count, isCleared: false)
        if bytesPerPixel == HDRBitmap.bytesPerPixel {
            turn.write(
                base.assumingMemoryBound(to: UInt64.self), size, rowStride: size.width,
                to: result.base.assumingMemoryBound(to: UInt64.self))
        } else {
            turn.write(
                base.assumingMemoryBound(to: UInt32.self), size, rowStride: size.width,
                to: result.base.assumingMemoryBound(to: UInt32.self))
        }
        return (result, turn.turned(size))
    }
}
