import CLibAV
import CLibSwscale
import Pixels

extension VideoFrame {
    private static let gridInPixels: Int32 = 32
    /// The luma, from 0 to 255, below which a pixel counts as dark.
    private static let darkLimit: UInt8 = 28
    private static let darkShare = 0.985

    /// Whether most of the frame is nearly black. `false` if that can't be determined.
    var isNearlyBlack: Bool {
        let side = Self.gridInPixels
        // Doesn't use the fast bilinear scaler, because for some widths it generates code, which the sandbox forbids.
        guard sws_isSupportedInput(pixelFormat) > 0,
            let context = sws_getContext(
                Int32(size.width), Int32(size.height), pixelFormat, side, side, AV_PIX_FMT_GRAY8,
                SWS_AREA, nil, nil, nil)
        else { return false }
        defer { sws_freeContext(context) }
        let coefficients = sws_getCoefficients(SWS_CS_DEFAULT)
        sws_setColorspaceDetails(context, coefficients, isFullRange ? 1 : 0, coefficients, 1, 0, 1 << 16, 1 << 16)
        let (planes, strides) = (frame.pointee.data, frame.pointee.linesize)
        let input: [UnsafePointer<UInt8>?] = [planes.0, planes.1, planes.2, planes.3].map {
            $0.map { UnsafePointer($0) }
        }
        let count = Int(side * side)
        let grey = [UInt8](unsafeUninitializedCapacity: count + 64) { buffer, used in
            buffer.initialize(repeating: 255)
            var output = [buffer.baseAddress, nil, nil, nil]
            sws_scale(
                context, input, [strides.0, strides.1, strides.2, strides.3], 0, Int32(size.height), &output,
                [side, 0, 0, 0])
            used = count
        }
        return Double(grey.count { $0 < Self.darkLimit }) >= Double(count) * Self.darkShare
    }
}
