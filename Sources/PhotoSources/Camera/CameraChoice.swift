package import CameraWire

/// The choice of a camera among those that are connected.
package enum CameraChoice {
    /// Returns the camera that a user named.
    ///
    /// - Parameter name: A part of the model's name, the port or the serial number; `nil` for the only camera.
    /// - Throws: `SourceError` if there is no such camera, or if there are several.
    package static func choose(
        _ name: String?, from cameras: [CameraDescription]
    ) throws(SourceError) -> CameraDescription {
        guard !cameras.isEmpty else {
            throw SourceError(
                .unreadable,
                "No camera was found. Connect it by USB and turn it on; unlock a phone, and choose “File transfer” or "
                    + "“PTP” on it. If a card is shown as a disk, import its folder.")
        }
        guard let name else {
            guard cameras.count == 1 else { throw several(cameras) }
            return cameras[0]
        }
        let exact = cameras.filter { $0.port == name || $0.serialNumber == name || $0.model == name }
        let found = exact.isEmpty ? cameras.filter { $0.model.lowercased().contains(name.lowercased()) } : exact
        guard let camera = found.first else {
            throw SourceError(.unreadable, "No connected camera is named “\(name)”. Connected: \(list(cameras)).")
        }
        guard found.count == 1 else { throw several(found) }
        return camera
    }

    private static func several(_ cameras: [CameraDescription]) -> SourceError {
        SourceError(
            .unreadable,
            "Several cameras are connected: \(list(cameras)). Choose one with --camera and its name, serial number or "
                + "port.")
    }

    private static func list(_ cameras: [CameraDescription]) -> String {
        cameras.map { camera in
            "“\(camera.model)” (" + (camera.serialNumber.map { "serial number \($0), " } ?? "") + "port \(camera.port))"
        }.joined(separator: ", ")
    }
}

extension SourceError {
    static func lockedCamera(_ model: String) -> SourceError {
        SourceError(
            .busy,
            "\(model) shows no memory. Unlock it, allow access to its photos (“Trust” or “Allow” on an iPhone, "
                + "“File transfer” on an Android phone), check that it has a card, and import again.")
    }
}
