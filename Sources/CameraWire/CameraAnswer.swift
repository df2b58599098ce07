/// An answer of the program that reads cameras.
package enum CameraAnswer: Sendable, Hashable, Codable {
    case camera(CameraDescription)
    case folder(String)
    case file(CameraFile)
    /// A file or folder that can't be named or described, with its escaped name.
    case unusable(name: String, reason: String)
    /// Bytes follow the head.
    case bytes
    /// The camera is still working on the request.
    case working
    case end
    case failure(CameraFailure)
}
