import Foundation

/// A program that makes small pictures of files, with typical options.
struct PeerProgram {
    /// The title for people.
    let title: String
    let program: Program
    /// Whether one process takes all files. Otherwise, each file has its own process.
    let takesAll: Bool
    /// The program's arguments for the files and an output folder.
    let arguments: @Sendable (_ files: [String], _ output: String) -> [String]

    /// libvips' program, which uses one thread per available core.
    static func vipsthumbnail(longSide: Int) throws -> PeerProgram {
        setenv("VIPS_CONCURRENCY", "1", 1)
        return PeerProgram(
            title: "vipsthumbnail, one process a core", program: try Program(named: "vipsthumbnail"), takesAll: true
        ) { files, output in
            ["-s", String(longSide), "-o", "\(output)/%s.jpg[Q=80]"] + files
        }
    }

    /// ImageMagick's program. libjpeg-turbo reduces the picture while decoding it, to at least `hint` pixels on each
    /// side.
    static func convert(longSide: Int, hint: Int) throws -> PeerProgram {
        setenv("MAGICK_THREAD_LIMIT", "1", 1)
        return PeerProgram(
            title: "ImageMagick's convert with jpeg:size=\(hint)x\(hint), a process each",
            program: try Program(named: "convert"), takesAll: false
        ) { files, output in
            let target = "\(output)/\(URL(fileURLWithPath: files[0]).lastPathComponent).jpg"
            return [
                "-define", "jpeg:size=\(hint)x\(hint)", files[0], "-thumbnail", "\(longSide)x\(longSide)", "-quality",
                "80", target,
            ]
        }
    }

    /// libheif's program.
    static func heifThumbnailer(longSide: Int) throws -> PeerProgram {
        PeerProgram(
            title: "heif-thumbnailer, a process each", program: try Program(named: "heif-thumbnailer"), takesAll: false
        ) { files, output in
            ["-s", String(longSide), files[0], "\(output)/\(URL(fileURLWithPath: files[0]).lastPathComponent).png"]
        }
    }

    /// Distributes the files among the cores, and returns the number of pictures made per second.
    ///
    /// - Parameter work: A folder for the results.
    /// - Throws: An error if the program fails or a result is missing.
    func rate(_ files: [String], cores: [Int32], work: URL) throws -> Double {
        let output = work.appendingPathComponent("results", isDirectory: true)
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: false)
        let folder = output.path
        let seconds = try Stopwatch.seconds {
            try ConcurrentRun.run(
                cores.indices.map { index in
                    {
                        let part = Dealt.part(index, of: cores.count, files)
                        for group in takesAll ? [part] : part.map({ [$0] }) {
                            try program.start(arguments(group, folder), core: cores[index]).wait()
                        }
                    }
                })
        }
        guard try FileManager.default.contentsOfDirectory(atPath: folder).count == files.count else {
            throw BenchmarkFailure("\(title) has not made a picture of each file")
        }
        try FileManager.default.removeItem(at: output)
        return Double(files.count) / seconds
    }
}
