import ArgumentParser

extension ExitCode {
    /// The command line is invalid.
    static let usage = ExitCode(2)
    /// The command succeeded, but some files were refused or couldn't be read.
    static let refused = ExitCode(3)
}
