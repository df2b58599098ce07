package import CameraWire

/// An entry of a camera's folder.
package enum CameraEntry: Sendable, Hashable {
    case folder(String)
    case file(CameraFile)
    /// A file or folder that can't be named or described, with its escaped name.
    case unusable(name: String, reason: String)
}
