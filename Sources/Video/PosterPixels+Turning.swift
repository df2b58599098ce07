import MediaRequests
import Pixels

extension PosterPixels {
    /// Returns the image of eight bits per sample after the rotation of an EXIF orientation. Returns itself if there
    /// is none.
    func turned(_ orientation: Int) throws(MediaError) -> PosterPixels {
        let turn = PictureTurn(orientation: orientation)
        guard !turn.isIdentity else { return self }
        let result = try PosterPixels(size: turn.turned(size))
        if let source = bytes.bindMemory(to: UInt32.self).baseAddress,
            let target = result.bytes.bindMemory(to: UInt32.self).baseAddress
        {
            turn.write(source, size, rowStride: size.width, to: target)
        }
        return result
    }
}
