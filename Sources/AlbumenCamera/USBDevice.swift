import CameraWire
import FoundationEssentials
import Glibc

/// What the kernel knows of a USB device. Reading it doesn't open the device.
struct USBDevice {
    private static let folder = "/sys/bus/usb/devices"
    private static let longestNumber = 126

    let serialNumber: String?
    /// The path of the device's node, whose permissions decide who can use it.
    let node: String

    /// - Parameter port: A port of libgphoto2, such as `usb:001,005`. Returns `nil` if it's another port.
    init?(port: String) {
        let parts = port.split(separator: ":")
        guard parts.count == 2, parts[0] == "usb" else { return nil }
        let numbers = parts[1].split(separator: ",").map { Int($0) }
        // Number 1 is the hub of the bus.
        guard numbers.count == 2, let bus = numbers[0], let device = numbers[1], device > 1 else { return nil }
        node = "/dev/bus/usb/" + [bus, device].map(Self.threeDigits).joined(separator: "/")
        let devices = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder)) ?? []
        let found = devices.first { name in
            Int(Self.value("busnum", name) ?? "") == bus && Int(Self.value("devnum", name) ?? "") == device
        }
        serialNumber = found.flatMap { Self.value("serial", $0) }.map { String($0.prefix(Self.longestNumber)) }
            .flatMap { $0.isEmpty ? nil : CameraName.printable($0) }
    }

    /// Whether this process may open the device.
    var isAccessible: Bool { access(node, F_OK) != 0 || access(node, R_OK | W_OK) == 0 }

    private static func value(_ attribute: String, _ device: String) -> String? {
        (try? String(contentsOfFile: "\(folder)/\(device)/\(attribute)", encoding: .utf8))?.trimmed
    }

    private static func threeDigits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
