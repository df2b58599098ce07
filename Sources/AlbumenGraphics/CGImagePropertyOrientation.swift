/// How an image must be turned to be upright, as EXIF counts it.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// It is upright.
    case up = 1
    /// Mirrored from left to right.
    case upMirrored = 2
    /// Turned by half.
    case down = 3
    /// Mirrored from top to bottom.
    case downMirrored = 4
    /// Mirrored and turned by a quarter: upright after a swap of rows and columns.
    case leftMirrored = 5
    /// Upright after a quarter turn to the right.
    case right = 6
    /// Mirrored and turned by a quarter the other way.
    case rightMirrored = 7
    /// Upright after a quarter turn to the left.
    case left = 8
}
