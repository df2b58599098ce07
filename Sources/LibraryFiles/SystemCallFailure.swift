import Glibc

/// A system call on a library's file that failed.
package struct SystemCallFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Such as `open`.
    package let call: String
    /// The value of `errno`.
    package let number: Int32
    package let path: String

    package init(call: String, number: Int32, path: String) {
        self.call = call
        self.number = number
        self.path = path
    }

    package var description: String { "\(path): \(call): \(String(cString: strerror(number)))" }
}

/// Repeats a call while signals interrupt it.
func retrying(_ call: String, _ path: String, _ body: () -> Int32) throws(SystemCallFailure) -> Int32 {
    while true {
        let result = body()
        if result >= 0 { return result }
        let number = errno
        guard number == EINTR else { throw SystemCallFailure(call: call, number: number, path: path) }
    }
}
