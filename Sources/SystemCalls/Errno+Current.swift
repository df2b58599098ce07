internal import Glibc
package import SystemPackage

extension Errno {
    /// The reason why the last C function on this thread failed. Read it before any other call.
    package static var current: Errno { Errno(rawValue: errno) }
}

extension Set<Errno> {
    /// The file system stores no modes or owners, or the user may not give files to a group.
    package static let withoutModes: Set = [.notPermitted, .notSupported, .noFunction, .invalidArgument]
    /// The file system has no hard links.
    package static let withoutHardLinks: Set = [.notPermitted, .notSupported, .noFunction]
    /// The file system has no locks.
    package static let withoutLocks: Set = [.notSupported, .noFunction, .noLocks, .invalidArgument]
    /// The disk or the user's quota is full.
    package static let withoutSpace: Set = [.noSpace, .diskQuotaExceeded]
    /// No file has this path.
    package static let withoutFile: Set = [.noSuchFileOrDirectory, .notDirectory]
    /// The user may not do this.
    package static let withoutPermission: Set = [.permissionDenied, .notPermitted]
}
