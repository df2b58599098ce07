package import Foundation

/// The programs ffmpeg and ffprobe, which make movies and check them. Tests that need them are skipped if they're
/// missing.
package enum FFmpeg {
    package static let executable = URL(fileURLWithPath: "/usr/bin/ffmpeg")
    package static let prober = URL(fileURLWithPath: "/usr/bin/ffprobe")

    package static var isPresent: Bool {
        FileManager.default.isExecutableFile(atPath: executable.path)
            && FileManager.default.isExecutableFile(atPath: prober.path)
    }

    package static let absenceReason = "the program ffmpeg (/usr/bin/ffmpeg) is not there to make and decode movies"

    /// Returns whether the program reports success.
    package static func run(_ arguments: [String]) throws -> Bool {
        try outcome(executable, ["-nostdin", "-v", "error", "-y"] + arguments).exitStatus == 0
    }

    /// Makes a movie. Returns `nil` if this FFmpeg lacks the encoder.
    package static func movie(_ name: String, in folder: TemporaryFolder, _ arguments: [String]) throws -> URL? {
        let file = folder.file(name)
        guard try run(arguments + [file.path]) else { return nil }
        return file
    }

    /// Runs ffmpeg with an input file, and returns its standard output.
    package static func output(of file: URL, _ arguments: [String]) throws -> Data {
        try outcome(executable, ["-nostdin", "-v", "error", "-i", file.path] + arguments + ["-"]).outputData
    }

    /// Runs ffprobe, and returns its description of a file in JSON.
    package static func description(of file: URL, _ arguments: [String]) throws -> Data {
        try outcome(prober, ["-v", "error", "-of", "json"] + arguments + [file.path]).outputData
    }

    private static func outcome(_ program: URL, _ arguments: [String]) throws -> ProgramRun.Outcome {
        try ProgramRun.run(program, arguments, environment: ["PATH": "/usr/bin:/bin"])
    }
}
