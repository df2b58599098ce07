package import SystemPackage

/// A failed system call on a file. Errors for people are created from it, and add the next step.
package struct SystemCallFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call's name, such as `open`.
    package let call: String
    package let errno: Errno
    /// The file, as errors name it.
    package let path: String

    package init(call: String, errno: Errno, path: String) {
        self.call = call
        self.errno = errno
        self.path = path
    }

    package var description: String { "\(path): \(call): \(errno)" }
}
