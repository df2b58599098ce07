import Albumen
import ArgumentParser
import CodedErrors
import Foundation

/// The reason why the command failed, with the next step, for people.
struct CommandFailure: CodedError {
    let code: ExitCode
    let message: String

    init(_ message: String, status: ExitCode = .failure) {
        code = status
        self.message = message
    }

    /// Creates the failure of a change that wasn't allowed. The message names an invalid `ALBUMEN_CONFIRM`.
    init(declined message: String, by setting: ConfirmationSetting?) {
        self.init(setting?.complaint.map { "\(message) \($0)" } ?? message)
    }

    /// Returns an error's message. The engine's errors have messages for people. Foundation's errors have them in two
    /// properties.
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
