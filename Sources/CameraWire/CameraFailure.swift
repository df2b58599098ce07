/// The reason why a camera, or one of its files, can't be read.
package struct CameraFailure: Error, Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Codable {
        /// Another program uses the camera.
        case claimed
        /// The user may not use the device.
        case noPermission
        /// The camera is busy with something else, or locked.
        case busy
        /// The camera was unplugged or turned off.
        case gone
        /// The camera or its driver can't do this.
        case unsupported
        /// There is no such file or folder.
        case absent
        /// The temporary folder is full, or can't be written to.
        case temporaryFolder
        /// The camera reported an error, or its answer was wrong.
        case failed
    }

    package var kind: Kind
    /// The error of the driver in a few words, with its number.
    package var reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
