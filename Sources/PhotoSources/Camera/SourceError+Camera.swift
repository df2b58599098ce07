internal import CameraWire
internal import SystemPackage

extension SourceError {
    /// - Parameters:
    ///   - camera: The camera's name.
    ///   - path: The file or folder, or `nil` if the camera as a whole can't be used.
    init(_ failure: CameraFailure, camera: String, path: String? = nil) {
        let reason = CameraName.printable(failure.reason)
        let place = path.map { "“\($0)” on \(camera)" } ?? camera
        switch failure.kind {
        case .claimed:
            self.init(
                .busy,
                "Another program uses \(camera): \(reason). Eject it in the file manager or run "
                    + "“gio mount -s gphoto2”, close programs that show its photos, and import again.")
        case .noPermission:
            self.init(
                .busy,
                "You may not use \(camera) (\(reason)). Install the udev rules of libgphoto2 (Debian's package "
                    + "libgphoto2-6), or add yourself to the group plugdev, and connect the camera again.")
        case .busy:
            self.init(
                .busy,
                "\(camera) is busy or locked: \(reason). Unlock it, leave its menus, and import again.")
        case .gone:
            self.init(
                .busy,
                "\(camera) was unplugged or turned off: \(reason). Connect it and import again; what has been read "
                    + "isn't read twice.")
        case .temporaryFolder:
            self.init(
                .temporaryFolder,
                "A file of \(camera) can't be copied to the temporary folder \(reason). "
                    + "Set TMPDIR to a folder with more room.")
        case .unsupported:
            self.init(
                path == nil ? .unsupported : .unreadable,
                "The driver can't read \(place): \(reason). Read the card with a card reader.")
        case .absent: self.init(.unreadable, "\(place) isn't there any more: \(reason).")
        case .failed:
            self.init(
                .unreadable,
                path == nil
                    ? "\(camera) can't be used: \(reason). Unlock it, connect it again, and import again."
                    : "\(place) can't be read: \(reason).")
        }
    }

    /// - Parameters:
    ///   - failure: Why the program for cameras gives no answer.
    ///   - doing: When that happened.
    init(program failure: CameraChannel.Failure, doing: String) {
        let problem =
            switch failure {
            case .closed: "ended"
            case .timedOut: "was stuck and has been ended"
            case .system(let errno): "can't be reached (\(Errno(rawValue: errno)))"
            case .malformed(let reason): "sent a wrong answer (\(reason)) and has been ended"
            }
        self.init(.unreadable, "The driver of the camera \(problem) while \(doing).")
    }
}
