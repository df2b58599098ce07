import MediaWork
import Pixels

extension PosterPixels {
    /// The picture of eight bits a sample turned and mirrored as EXIF's orientation says; itself where there is nothing to do.
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
