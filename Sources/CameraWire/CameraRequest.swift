/// A request to the program that reads cameras. The program works on one at a time.
package enum CameraRequest: Sendable, Hashable, Codable {
    /// Lists the connected cameras: `camera` for each, then `end`.
    case cameras
    /// Opens a camera: `camera` with its serial number. Files of at least `streamedByteCount` bytes are read from the
    /// camera in parts if it can do so; others are copied to a temporary file first.
    case open(CameraDescription, streamedByteCount: Int64)
    /// Lists a folder: `folder`, `file` and `unusable` in any order, then `end`.
    case contents(folder: String)
    /// Reads a part of a file: `bytes`, which are fewer than asked for only at the end of the file. `byteCount` is the
    /// size of the file.
    case read(folder: String, name: String, byteCount: Int64, offset: Int64)
}
