package import Glibc

/// The names of the system's users.
package enum UserName {
    /// Returns the number of the user with a name, which may be the number itself. Returns `nil` for an unknown name.
    package static func number(of name: String) -> uid_t? {
        var size = 16 << 10
        while size <= 1 << 20 {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { buffer.deallocate() }
            var entry = passwd()
            var result: UnsafeMutablePointer<passwd>?
            switch getpwnam_r(name, &entry, buffer, size, &result) {
            case EINTR: continue
            case ERANGE: size *= 4
            // Containers can have users without a name.
            default: return result.map { $0.pointee.pw_uid } ?? uid_t(name)
            }
        }
        return nil
    }

    /// Returns the name of a user, or the number if there is none.
    package static func of(_ user: uid_t) -> String {
        var size = 16 << 10
        while size <= 1 << 20 {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { buffer.deallocate() }
            var entry = passwd()
            var result: UnsafeMutablePointer<passwd>?
            switch getpwuid_r(user, &entry, buffer, size, &result) {
            case 0: return result.map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
            case EINTR: continue
            case ERANGE: size *= 4
            default: return "\(user)"
            }
        }
        return "\(user)"
    }
}
