import CLibGPhoto2
import CameraWire

/// Turns the results of libgphoto2 into failures.
enum DriverResult {
    /// Returns a result that isn't an error.
    @discardableResult
    static func check(_ result: Int32) throws(CameraFailure) -> Int32 {
        guard result < GP_OK else { return result }
        throw CameraFailure(kind(of: result), reason(of: result))
    }

    private static func reason(of result: Int32) -> String {
        let text = gp_result_as_string(result).flatMap { String(validatingCString: $0) } ?? "unknown error"
        return "\(text) (\(result))"
    }

    private static func kind(of result: Int32) -> CameraFailure.Kind {
        switch result {
        case GP_ERROR_IO_USB_CLAIM, GP_ERROR_IO_LOCK: .claimed
        case GP_ERROR_CAMERA_BUSY: .busy
        case GP_ERROR_NOT_SUPPORTED: .unsupported
        case GP_ERROR_IO_USB_FIND, GP_ERROR_MODEL_NOT_FOUND, GP_ERROR_UNKNOWN_PORT: .gone
        case GP_ERROR_FILE_NOT_FOUND, GP_ERROR_DIRECTORY_NOT_FOUND: .absent
        case GP_ERROR_NO_SPACE: .temporaryFolder
        default: .failed
        }
    }
}
