import CLibGPhoto2
import CameraWire
import Glibc

/// A camera that is open. Only one thread may use it.
final class OpenCamera {
    private(set) var description: CameraDescription
    private let camera: UnsafeMutablePointer<Camera>
    private let context: DriverContext
    private let streamedByteCount: Int64
    private var copy: FileCopy?
    /// The file that the driver can't read in parts.
    private var unstreamable: String?

    /// - Parameter description: A camera that was found before. Without its serial number, the first one of the model
    ///   and the port is opened.
    init(
        _ description: CameraDescription, _ context: DriverContext, streamedByteCount: Int64
    ) throws(CameraFailure) {
        self.description = description
        self.context = context
        self.streamedByteCount = streamedByteCount
        let connected = try ConnectedCameras(context)
        // After a new connection, the port is another one.
        let candidates = connected.descriptions.filter { $0.canBe(description) }
        guard let found = candidates.first(where: { $0.port == description.port }) ?? candidates.first else {
            throw CameraFailure(.gone, "it isn't connected")
        }
        self.description = found
        if let device = USBDevice(port: found.port), !device.isAccessible {
            throw CameraFailure(.noPermission, device.node)
        }
        var new: UnsafeMutablePointer<Camera>?
        try DriverResult.check(gp_camera_new(&new))
        guard let new else { throw CameraFailure(.failed, "no memory") }
        camera = new
        do throws(CameraFailure) {
            try connected.assign(found, to: new)
            try DriverResult.check(gp_camera_init(new, context.pointer))
        } catch {
            gp_camera_unref(new)
            throw error
        }
        if self.description.serialNumber == nil { self.description.serialNumber = serialNumberOfSummary() }
    }

    func close() {
        copy = nil
        gp_camera_exit(camera, context.pointer)
        gp_camera_unref(camera)
    }

    /// Returns the serial number in the text that describes the camera. Reading the camera's settings instead can lock
    /// its buttons.
    private func serialNumberOfSummary() -> String? {
        var text = [CChar](repeating: 0, count: 4_096)
        guard albumen_camera_summary(camera, &text, text.count, context.pointer) >= GP_OK else { return nil }
        let summary = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        for line in String(decoding: summary, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map(\.trimmed)
            guard parts.count == 2, parts[0] == "Serial Number", !parts[1].isEmpty else { continue }
            return CameraName.printable(parts[1])
        }
        return nil
    }

    // MARK: Folders

    /// Passes the folders and files of a folder.
    func forEachEntry(of folder: String, _ body: (CameraAnswer) throws -> Void) throws {
        let list = try NameList()
        try DriverResult.check(gp_camera_folder_list_folders(camera, folder, list.pointer, context.pointer))
        for name in list.names {
            let text = String(validating: name, as: UTF8.self)
            if let text, CameraName.isValid(text) { try body(.folder(text)) } else { try body(Self.unusable(name)) }
        }
        let files = try NameList()
        try DriverResult.check(gp_camera_folder_list_files(camera, folder, files.pointer, context.pointer))
        for name in files.names {
            guard let text = String(validating: name, as: UTF8.self), CameraName.isValid(text) else {
                try body(Self.unusable(name))
                continue
            }
            let found = Result { () throws(CameraFailure) in try file(folder, text) }
            switch found {
            case .success(let file): try body(.file(file))
            case .failure(let failure): try body(.unusable(name: text, reason: failure.reason))
            }
        }
    }

    private static func unusable(_ name: [UInt8]) -> CameraAnswer {
        .unusable(
            name: CameraName.printable(String(decoding: name.prefix(CameraName.byteLimit), as: UTF8.self)),
            reason: "its name isn't valid")
    }

    private func file(_ folder: String, _ name: String) throws(CameraFailure) -> CameraFile {
        var info = albumen_camera_file()
        try DriverResult.check(albumen_camera_file_info(camera, folder, name, &info, context.pointer))
        guard info.size >= 0 else { throw CameraFailure(.failed, "the camera doesn't say its size") }
        let type = withUnsafeBytes(of: info.type) { String(validating: $0.prefix { $0 != 0 }, as: UTF8.self) } ?? ""
        return CameraFile(
            name: name, size: info.size, modificationTime: max(0, info.modification_time),
            type: type.isEmpty || type == "application/x-unknown" ? nil : CameraName.printable(type))
    }

    // MARK: Files

    /// Returns a part of a file.
    ///
    /// - Parameter byteCount: The size of the file. Small files are copied as a whole, which more cameras can do.
    func read(_ folder: String, _ name: String, byteCount: Int64, offset: Int64) throws(CameraFailure) -> [UInt8] {
        guard CameraName.isValidFolder(folder), CameraName.isValid(name), offset >= 0 else {
            throw CameraFailure(.absent, "the path isn't valid")
        }
        let path = "\(folder)/\(name)"
        if byteCount >= streamedByteCount, unstreamable != path {
            do throws(CameraFailure) {
                return try part(folder, name, offset: offset, count: byteCount - offset)
            } catch {
                // Bytes of two ways to read aren't mixed.
                guard offset == 0 else { throw error }
                unstreamable = path
            }
        }
        if copy?.path != path || offset == 0 {
            copy = nil
            copy = try FileCopy(of: path, byteCount: byteCount) { file throws(CameraFailure) in
                try retryingWhileBusy {
                    gp_camera_file_get(camera, folder, name, GP_FILE_TYPE_NORMAL, file, context.pointer)
                }
            }
        }
        let bytes = try copy?.read(at: offset, count: CameraChannel.bytesLimit) ?? []
        // The room on the disk is free again before the next file.
        if bytes.count < CameraChannel.bytesLimit { copy = nil }
        return bytes
    }

    private static let attempts = 3

    /// A camera that is writing to its card is busy for a moment.
    private func retryingWhileBusy(_ call: () -> Int32) throws(CameraFailure) {
        var result = call()
        for _ in 1..<Self.attempts where result == GP_ERROR_CAMERA_BUSY {
            sleep(1)
            result = call()
        }
        try DriverResult.check(result)
    }

    private func part(
        _ folder: String, _ name: String, offset: Int64, count: Int64
    ) throws(CameraFailure) -> [UInt8] {
        var size = UInt64(max(0, min(count, Int64(CameraChannel.bytesLimit))))
        guard size > 0 else { return [] }
        var bytes = [CChar](repeating: 0, count: Int(size))
        let asked = size
        try retryingWhileBusy {
            size = asked
            return gp_camera_file_read(
                camera, folder, name, GP_FILE_TYPE_NORMAL, UInt64(offset), &bytes, &size, context.pointer)
        }
        guard size <= asked else { throw CameraFailure(.failed, "the driver returned too many bytes") }
        return bytes.prefix(Int(size)).map { UInt8(bitPattern: $0) }
    }
}
