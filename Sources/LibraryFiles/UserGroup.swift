package import Glibc
package import SystemCalls
internal import SystemPackage

/// A group of users that the system knows.
package struct UserGroup: Hashable, Sendable {
    package let name: String
    package let identifier: gid_t

    /// Returns the group with this name, or `nil` if the system has no such group.
    ///
    /// - Throws: `SystemCallFailure` if the system's database of groups can't be read.
    package static func named(_ name: String) throws(SystemCallFailure) -> UserGroup? {
        try find(name) { entry, buffer, size, result in getgrnam_r(name, entry, buffer, size, result) }
    }

    /// Returns the group with this number, or `nil` if the system has no such group.
    package static func numbered(_ identifier: gid_t) throws(SystemCallFailure) -> UserGroup? {
        try find("group \(identifier)") { entry, buffer, size, result in
            getgrgid_r(identifier, entry, buffer, size, result)
        }
    }

    private typealias Search = (
        UnsafeMutablePointer<group>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<group>?>
    ) -> Int32

    private static func find(_ subject: String, _ search: Search) throws(SystemCallFailure) -> UserGroup? {
        // The entry of a group with thousands of members is long.
        var size = 16 << 10
        while true {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { buffer.deallocate() }
            var entry = group()
            var result: UnsafeMutablePointer<group>?
            let number = search(&entry, buffer, size, &result)
            switch number {
            case 0:
                guard let result else { return nil }
                return UserGroup(name: String(cString: result.pointee.gr_name), identifier: result.pointee.gr_gid)
            case EINTR: continue
            case ERANGE where size < 16 << 20: size *= 4
            // According to the manual, the system's databases report these errors for "not found".
            case ENOENT, ESRCH, EBADF, EPERM: return nil
            default: throw SystemCallFailure(call: "getgrnam_r", errno: Errno(rawValue: number), path: subject)
            }
        }
    }
}
