import Foundation

/// A program with which Albumen is compared.
enum PeerProgram {
    /// Runs a program.
    ///
    /// - Returns: The lines of its output.
    @discardableResult static func run(_ path: String, _ arguments: [String]) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ProcessorTime.Failure(description: "\(path) failed.") }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
