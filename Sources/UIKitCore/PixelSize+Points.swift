import Foundation
import MediaRequests
import Pixels

extension PixelSize {
    /// Creates the size in pixels of a client's size in points. Returns `nil` if a side is less than one pixel or the
    /// size exceeds the limit for images.
    init?(_ size: CGSize, scale: CGFloat, rounding rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
        let (width, height) = ((size.width * scale).rounded(rule), (size.height * scale).rounded(rule))
        let limit = CGFloat(32_767)
        guard width >= 1, height >= 1, width <= limit, height <= limit,
            width * height <= CGFloat(RenderLimits.outputAreaInPixels)
        else { return nil }
        self.init(width: Int(width), height: Int(height))
    }
}
