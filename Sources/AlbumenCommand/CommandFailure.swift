import ArgumentParser
import CodedErrors
import Foundation

/// An error of a command that didn't do all that it was asked. Its code is the program's exit code.
struct CommandFailure: CodedError {
    let code: ExitCode
    let message: String

    init(_ message: String, status: ExitCode = .failure) {
        code = status
        self.message = message
    }

    /// What an error says of itself. The engine's errors are written for people, Foundation's in two places.
    static func text(of error: any Error) -> String {
        switch error {
        case let error as any LocalizedError: error.errorDescription ?? String(describing: error)
        case let error as CocoaError: cocoaText(of: error)
        default: String(describing: error)
        }
    }

    private static func cocoaText(of error: CocoaError) -> String {
        guard let path = error.filePath else { return error.localizedDescription }
        return "\(path): \(error.localizedDescription)"
    }
}
