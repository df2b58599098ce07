internal import Glibc
package import SystemPackage

/// Calls of the operating system. SystemPackage wraps most of them; this target wraps the others once.
package enum SystemCall {
    /// Makes a call, and repeats it while signals interrupt it.
    ///
    /// - Parameter call: returns a negative number and sets `errno` if it fails.
    @discardableResult
    package static func retrying<Answer: SignedInteger>(_ call: () -> Answer) throws(Errno) -> Answer {
        while true {
            let answer = call()
            if answer >= 0 { return answer }
            let failure = Errno.current
            guard failure == .interrupted else { throw failure }
        }
    }

    /// Makes a call on a file, and repeats it while signals interrupt it.
    ///
    /// - Parameters:
    ///   - name: the call's name, such as `open`.
    ///   - path: the file that the error names.
    @discardableResult
    package static func checked<Answer: SignedInteger>(
        _ name: String, _ path: String, _ call: () -> Answer
    ) throws(SystemCallFailure) -> Answer {
        do throws(Errno) {
            return try retrying(call)
        } catch {
            throw SystemCallFailure(call: name, errno: error, path: path)
        }
    }
}
