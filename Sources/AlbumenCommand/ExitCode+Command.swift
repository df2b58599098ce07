import ArgumentParser

extension ExitCode {
    /// The command line is wrong.
    static let usage = ExitCode(2)
    /// Done, but some files were refused or could not be read.
    static let refused = ExitCode(3)
}
