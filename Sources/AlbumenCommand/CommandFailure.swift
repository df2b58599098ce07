import ArgumentParser
import Foundation

/// Why the command did not do all it was asked: for people, with what to do next.
struct CommandFailure: Error {
    let message: String
    let status: ExitCode

    init(_ message: String, status: ExitCode = .failure) {
        self.message = message
        self.status = status
    }

    /// What an error says of itself. The engine's errors are written for people, Foundation's in two places.
    static func text(of error: any Error) -> String {
        switch error {
        case let error as CommandFailure: error.message
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
