import CLibAV
import MediaRequests
import Pixels

/// The memory layout of a decoded HEVC image: planes for luma and two chroma channels.
struct FrameLayout: Equatable {
    let size: PixelSize
    /// The number of bits per sample.
    let depth: Int
    /// The binary logarithms of the chroma subsampling, horizontally and vertically.
    let (across, down): (Int, Int)
    let matrix: Int
    let isFullRange: Bool

    /// Returns `nil` if there aren't three planes or `SamplePlane` doesn't support their samples.
    init?(_ frame: AVFrame) {
        guard let description = av_pix_fmt_desc_get(AVPixelFormat(frame.format))?.pointee else { return nil }
        let others = UInt64(
            AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BE
                | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_FLOAT)
        let strides = frame.linesize
        guard description.nb_components == 3, description.flags & UInt64(AV_PIX_FMT_FLAG_PLANAR) != 0,
            description.flags & others == 0, SamplePlane.isSupported(depth: Int(description.comp.0.depth)),
            frame.width > 0, frame.height > 0, strides.0 > 0, strides.1 > 0, strides.2 > 0, frame.data.0 != nil,
            frame.data.1 != nil, frame.data.2 != nil
        else { return nil }
        size = PixelSize(width: Int(frame.width), height: Int(frame.height))
        depth = Int(description.comp.0.depth)
        across = Int(description.log2_chroma_w)
        down = Int(description.log2_chroma_h)
        matrix = Int(frame.colorspace.rawValue)
        isFullRange = frame.color_range == AVCOL_RANGE_JPEG
    }

    /// Returns the size of a plane for an image of a given size. Plane 0 is luma.
    func planeSize(_ index: Int, of picture: PixelSize) -> PixelSize {
        guard index > 0 else { return picture }
        return PixelSize(
            width: (picture.width + 1 << across - 1) >> across, height: (picture.height + 1 << down - 1) >> down)
    }

    /// Returns the frame's planes without copying them. They retain the frame.
    func planes(of frame: HEVCDecoder.Frame) -> [SamplePlane] {
        let (data, strides) = (frame.frame.pointee.data, frame.frame.pointee.linesize)
        return zip([data.0, data.1, data.2], [strides.0, strides.1, strides.2]).enumerated().compactMap {
            index, plane in
            guard let base = plane.0 else { return nil }
            let size = planeSize(index, of: size)
            let stride = Int(plane.1)
            return SamplePlane(
                memory: PixelMemory(
                    takingOver: UnsafeMutableRawPointer(base), count: stride * size.height,
                    release: { _ in withExtendedLifetime(frame) {} }),
                size: size, stride: stride, depth: depth)
        }
    }
}
