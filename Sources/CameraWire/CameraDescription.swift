/// A camera that is connected.
package struct CameraDescription: Sendable, Hashable, Codable {
    /// The name for people, such as “Nikon DSC D750”.
    package var model: String
    /// Where the camera is connected, such as `usb:001,005`. It's another one after each connection.
    package var port: String
    /// The serial number, or `nil` if the camera has none, or if only an open camera has it.
    package var serialNumber: String?

    package init(model: String, port: String, serialNumber: String? = nil) {
        self.model = model
        self.port = port
        self.serialNumber = serialNumber
    }
}

extension CameraDescription {
    private static let fewestCharacters = 6

    /// The identity of the camera among all cameras, as far as it has one. Cameras of one model without serial numbers
    /// have the same.
    package var identity: String {
        let number = (serialNumber ?? "").filter { !$0.isWhitespace }
        // Cheap cameras have numbers such as 0000000000000.
        guard number.count >= Self.fewestCharacters, Set(number).count > 1 else {
            return "model-\(model)" + (Set(number).count > 1 ? "-\(number)" : "")
        }
        return "serial-\(number)"
    }

    /// Returns whether a camera that was found can be this one. A serial number that isn't known decides nothing.
    package func canBe(_ other: CameraDescription) -> Bool {
        guard model == other.model else { return false }
        guard let serialNumber, let number = other.serialNumber else { return true }
        return serialNumber == number
    }
}
