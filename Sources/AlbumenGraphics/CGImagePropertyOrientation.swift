/// The rotation and mirroring that make an image upright, with EXIF's numbers.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// Upright.
    case up = 1
    /// Mirrored horizontally.
    case upMirrored = 2
    /// Rotated by 180 degrees.
    case down = 3
    /// Mirrored vertically.
    case downMirrored = 4
    /// Upright after exchanging rows and columns.
    case leftMirrored = 5
    /// Upright after a rotation by 90 degrees clockwise.
    case right = 6
    /// Upright after exchanging rows and columns and a rotation by 180 degrees.
    case rightMirrored = 7
    /// Upright after a rotation by 90 degrees counterclockwise.
    case left = 8
}
