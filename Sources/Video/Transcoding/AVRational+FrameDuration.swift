import CLibAV
import MediaRequests
import Pixels

extension AVRational {
    /// The frames per second of a frame duration. Returns `nil` if the numbers are too large.
    init?(frameDuration: MediaTime) {
        guard let value = Int32(exactly: frameDuration.value), value > 0, frameDuration.timescale > 0 else {
            return nil
        }
        self.init(num: frameDuration.timescale, den: value)
    }
}

extension PixelSize {
    /// The size without a last odd column or row, which encoders can't store. At least 2 by 2.
    var even: PixelSize { PixelSize(width: max(2, width / 2 * 2), height: max(2, height / 2 * 2)) }
}
