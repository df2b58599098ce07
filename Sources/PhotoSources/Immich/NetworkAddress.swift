internal import Foundation

/// The number of an IP address.
struct NetworkAddress {
    /// 4 or 16 bytes.
    private let bytes: [UInt8]

    /// Returns `nil` if the text isn't such a number.
    init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, text, &bytes) == 1 {
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.bytes = isMapped ? Array(bytes[12...]) : bytes
        } else if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes[..<4])
        } else {
            return nil
        }
    }

    private var isIPv6: Bool { bytes.count == 16 }

    /// Whether it's of this machine or of a private network.
    var isPrivate: Bool {
        if isIPv6 {
            let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
            return isLoopback || bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
        }
        switch bytes[0] {
        case 10, 127: return true
        case 169: return bytes[1] == 254
        case 172: return bytes[1] & 0xF0 == 16
        case 192: return bytes[1] == 168
        default: return false
        }
    }
}
