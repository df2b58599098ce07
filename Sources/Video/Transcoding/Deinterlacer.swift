import CLibAV
import MediaRequests

/// Blends the two fields of interlaced frames, whose moving edges look like combs otherwise. Only one thread can use it.
///
/// Each row becomes the mean of itself and its neighbours, which belong to the other field. Frames with other samples
/// than planes of 8 bits stay as they are.
final class Deinterlacer {
    private let blended: FrameBuffer

    init() throws(MediaError) {
        blended = try FrameBuffer()
    }

    /// Returns the frame itself if it isn't interlaced, or else a blended one, which is valid until the next call.
    func progressive(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
        guard frame.pointee.interlaced_frame != 0, let planes = Self.planes(of: frame) else { return frame }
        let output = blended.frame
        av_frame_unref(output)
        output.pointee.width = frame.pointee.width
        output.pointee.height = frame.pointee.height
        output.pointee.format = frame.pointee.format
        guard av_frame_get_buffer(output, 0) >= 0, av_frame_copy_props(output, frame) >= 0 else {
            throw .noMemoryForMovie
        }
        let (source, sourceSteps) = (frame.pointee.data, frame.pointee.linesize)
        let (target, targetSteps) = (output.pointee.data, output.pointee.linesize)
        let sources = [(source.0, sourceSteps.0), (source.1, sourceSteps.1), (source.2, sourceSteps.2)]
        let targets = [(target.0, targetSteps.0), (target.1, targetSteps.1), (target.2, targetSteps.2)]
        for (index, plane) in planes.enumerated() {
            guard let from = sources[index].0, let to = targets[index].0 else { continue }
            Self.blend(from, Int(sources[index].1), to, Int(targets[index].1), plane.width, plane.height)
        }
        return output
    }

    /// Returns the sizes of a frame's planes, or `nil` if its samples aren't bytes in planes.
    private static func planes(of frame: UnsafeMutablePointer<AVFrame>) -> [(width: Int, height: Int)]? {
        guard let description = av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format))?.pointee,
            description.flags & UInt64(AV_PIX_FMT_FLAG_PLANAR) != 0,
            description.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_ALPHA) == 0,
            description.nb_components == 3, description.comp.0.depth == 8, description.comp.1.step == 1
        else { return nil }
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        let (across, down) = (Int(description.log2_chroma_w), Int(description.log2_chroma_h))
        let chroma = (width: (width + (1 << across) - 1) >> across, height: (height + (1 << down) - 1) >> down)
        return [(width, height), chroma, chroma]
    }

    private static func blend(
        _ source: UnsafePointer<UInt8>, _ sourceStep: Int, _ target: UnsafeMutablePointer<UInt8>, _ targetStep: Int,
        _ width: Int, _ height: Int
    ) {
        for row in 0..<height {
            let middle = source + row * sourceStep
            let above = source + max(0, row - 1) * sourceStep
            let below = source + min(height - 1, row + 1) * sourceStep
            let output = target + row * targetStep
            for column in 0..<width {
                let sum = UInt16(above[column]) &+ 2 &* UInt16(middle[column]) &+ UInt16(below[column]) &+ 2
                output[column] = UInt8(truncatingIfNeeded: sum >> 2)
            }
        }
    }
}
