import Albumen
import ArgumentParser

/// The options of `import` for devices on a cable.
struct DeviceArguments: ParsableArguments {
    enum Device: String, ExpressibleByArgument, CaseIterable {
        case camera
    }

    @Option(help: "Import from a device on a cable: “camera”. Nothing on it is changed or deleted.")
    var from: Device?

    @Option(
        help: ArgumentHelp(
            "Which of several cameras: its model, a part of the model, its serial number, or its port.",
            valueName: "name"))
    var camera: String?

    func validate() throws {
        guard camera == nil || from == .camera else {
            throw ValidationError("--camera is for an import from a camera. Add --from camera.")
        }
    }

    /// What stands for the device among the paths of an import.
    var addresses: [String] {
        from == .camera ? [SourceFinder.cameraPrefix + (camera ?? "")] : []
    }
}
