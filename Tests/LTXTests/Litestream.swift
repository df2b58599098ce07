import Foundation

/// The program that judges the files.
enum Litestream {
    /// The program: `LITESTREAM`, the one below the working folder, or the one in `PATH`. `nil` if there is none.
    static let program: String? = {
        let environment = ProcessInfo.processInfo.environment
        let below = FileManager.default.currentDirectoryPath + "/.build/object-stores/litestream/bin/litestream"
        let inPath = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/litestream" }
        return ([environment["LITESTREAM"], below].compactMap(\.self) + inPath)
            .first(where: FileManager.default.isExecutableFile)
    }()

    static let isMissing = "Litestream is missing. Name the program in LITESTREAM."

    /// Restores a backup in a folder. Returns `nil` if the program refuses to.
    static func restore(_ folder: URL, to file: URL, _ options: String...) throws -> Data? {
        let result = try run(program ?? "", ["restore", "-o", file.path] + options + ["file://\(folder.path)"])
        guard result.status == 0 else { return nil }
        return try Data(contentsOf: file)
    }

    /// Runs a program, and returns its output and errors.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
