package import Pixels

/// A frame for which the worker waits.
package struct FrameDescription: Codable, Equatable, Sendable {
    /// The number of frames before this one.
    package var number: Int
    /// The time in the composition.
    package var time: MediaTime
    /// The upright size in square pixels.
    package var size: PixelSize

    package init(number: Int, time: MediaTime, size: PixelSize) {
        self.number = number
        self.time = time
        self.size = size
    }

    /// Whether a sound worker could send this frame after another one.
    package func isPlausible(after previous: FrameDescription?) -> Bool {
        let sides = 1...RenderLimits.sideInPixels
        guard number == (previous.map { $0.number + 1 } ?? 0), time.isValid, sides.contains(size.width),
            sides.contains(size.height), size.width * size.height <= RenderLimits.wholeAreaInPixels
        else { return false }
        guard let previous else { return true }
        return previous.time < time && previous.size == size
    }
}
