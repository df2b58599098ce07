import CLibGPhoto2
import CameraWire

/// The cameras that are connected now. Finding them opens none.
struct ConnectedCameras {
    let descriptions: [CameraDescription]
    private let abilities: DriverList
    private let ports: PortList

    init(_ context: DriverContext) throws(CameraFailure) {
        abilities = try DriverList(context)
        ports = try PortList()
        let found = try NameList()
        try DriverResult.check(
            gp_abilities_list_detect(abilities.pointer, ports.pointer, found.pointer, context.pointer))
        descriptions = found.entries.compactMap { entry in
            guard let model = entry.name, let port = entry.value else { return nil }
            return CameraDescription(
                model: CameraName.printable(model), port: port, serialNumber: USBDevice(port: port)?.serialNumber)
        }
    }

    /// Sets the driver and the port of a camera object.
    func assign(_ description: CameraDescription, to camera: UnsafeMutablePointer<Camera>) throws(CameraFailure) {
        let model = try DriverResult.check(gp_abilities_list_lookup_model(abilities.pointer, description.model))
        var ability = CameraAbilities()
        try DriverResult.check(gp_abilities_list_get_abilities(abilities.pointer, model, &ability))
        try DriverResult.check(gp_camera_set_abilities(camera, ability))
        let index = try DriverResult.check(gp_port_info_list_lookup_path(ports.pointer, description.port))
        var info: GPPortInfo?
        try DriverResult.check(gp_port_info_list_get_info(ports.pointer, index, &info))
        try DriverResult.check(gp_camera_set_port_info(camera, info))
    }
}

/// The models that the installed drivers know.
private final class DriverList {
    let pointer: OpaquePointer?

    init(_ context: DriverContext) throws(CameraFailure) {
        var list: OpaquePointer?
        try DriverResult.check(gp_abilities_list_new(&list))
        pointer = list
        try DriverResult.check(gp_abilities_list_load(list, context.pointer))
    }

    deinit { gp_abilities_list_free(pointer) }
}

/// The ports of this computer.
private final class PortList {
    let pointer: OpaquePointer?

    init() throws(CameraFailure) {
        var list: OpaquePointer?
        try DriverResult.check(gp_port_info_list_new(&list))
        pointer = list
        try DriverResult.check(gp_port_info_list_load(list))
    }

    deinit { gp_port_info_list_free(pointer) }
}
