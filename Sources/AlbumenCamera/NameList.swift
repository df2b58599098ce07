import CLibGPhoto2
import CameraWire

/// A list of the driver's, with names and values.
final class NameList {
    let pointer: OpaquePointer?

    init() throws(CameraFailure) {
        var list: OpaquePointer?
        try DriverResult.check(gp_list_new(&list))
        pointer = list
    }

    deinit { gp_list_free(pointer) }

    var count: Int32 { max(0, gp_list_count(pointer)) }

    /// The names and values that are UTF-8. Others are `nil`.
    var entries: [(name: String?, value: String?)] {
        (0..<count).map { index in (text(index, gp_list_get_name), text(index, gp_list_get_value)) }
    }

    /// Returns the bytes of the names, which aren't always UTF-8.
    var names: [[UInt8]] {
        (0..<count).compactMap { index in
            var text: UnsafePointer<CChar>?
            guard gp_list_get_name(pointer, index, &text) >= GP_OK, let text else { return nil }
            return UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
        }
    }

    private func text(
        _ index: Int32, _ get: (OpaquePointer?, Int32, UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32
    ) -> String? {
        var text: UnsafePointer<CChar>?
        guard get(pointer, index, &text) >= GP_OK, let text else { return nil }
        return String(validatingCString: text)
    }
}
