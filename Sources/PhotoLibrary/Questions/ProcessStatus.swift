import Foundation

/// What the kernel says about a process in `/proc/PID/stat`.
package struct ProcessStatus: Sendable, Equatable {
    /// The letter of its state, for example `Z` for a process that has ended and whose parent hasn't been told.
    package let state: Character
    /// When it started, in clock ticks since the machine's start. Numbers of processes are used again, and a child's
    /// number can be smaller than its parent's, but its start is never earlier.
    package let startTime: Int64

    /// Reads the status of a process.
    ///
    /// - Parameter folder: The process's folder in `/proc`.
    /// - Returns: `nil` if the process has ended, or if this process may not look.
    package init?(folder: String) {
        guard let text = try? String(contentsOfFile: "\(folder)/stat", encoding: .isoLatin1) else { return nil }
        self.init(text: text)
    }

    /// Reads the text of `/proc/PID/stat`. The program's name is in parentheses and can contain any bytes.
    init?(text: String) {
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(whereSeparator: \.isWhitespace)
        // The state is the file's field 3, and the start time is its field 22.
        guard fields.count > 19, let state = fields[0].first, let startTime = Int64(fields[19]) else { return nil }
        (self.state, self.startTime) = (state, startTime)
    }
}
