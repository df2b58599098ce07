import Foundation

/// Runs this program again for one measurement. `taskset` must be installed.
enum ChildRun {
    /// - Parameter cores: The numbers of the cores, separated by commas.
    /// - Returns: The numbers that the program prints.
    static func numbers(_ name: String, cores: String, _ arguments: [String]) throws -> [Double] {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        child.arguments = ["taskset", "-c", cores, program, ImageBenchmarks.childArgument, name] + arguments
        let output = Pipe()
        child.standardOutput = output
        try child.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        guard child.terminationStatus == 0 else {
            throw ImageMedia.Failure(description: "The run \(name) ended with \(child.terminationStatus).")
        }
        return text.split(separator: "\n").compactMap { Double($0) }
    }
}
