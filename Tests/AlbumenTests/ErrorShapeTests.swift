import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Errors that callers and users see have a code for programs and a message for people (`CodedError`).
@Suite struct ErrorShapeTests {
    /// Errors that stay within one module, and failed system calls with their number.
    private static let internalErrors: Set = [
        "Abandoned", "Absent", "AccessEnded", "BodyFailure", "CameraFailure", "Cause", "ChangedOnDisk", "Closed",
        "Defect", "Failure", "FrameProcessorFailure", "ImmichFailure", "IntakeFailure", "MissingName", "PortalFailure",
        "Refutation", "Retryable", "S3Failure", "SocketTableFailure", "Stop", "SystemCallFailure", "TooManyPrefixes",
        "UnreadableFile", "WebDAVFailure", "XMPFailure",
    ]

    @Test("each error type is a CodedError, or stays within its module")
    func declarations() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var coded = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/(?:struct|enum|class|extension) (\w+): ([^{\n]*)/#) {
                let conformances = match.2.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                if conformances.contains("CodedError") { coded += 1 }
                guard conformances.contains("Error"), match.1 != "LibraryError" else { continue }
                #expect(Self.internalErrors.contains(String(match.1)), "\(match.1) in \(file.lastPathComponent)")
            }
        }
        #expect(coded == 26)
    }

    @Test("the message includes the error's other values")
    func texts() throws {
        let error = PredicateError(.syntax, "The format ends too early", position: 3, remedy: "Close the parenthesis.")
        #expect(error.errorDescription == "The format ends too early (at character 3). Close the parenthesis.")
        #expect("\(error)" == error.errorDescription)
        let library = LibraryError(.notFound, "There is no library. Import something first.")
        #expect(library.localizedDescription == library.message)
        #expect("\(library)" == library.message)
    }
}
