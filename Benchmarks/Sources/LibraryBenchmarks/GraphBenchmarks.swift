import Foundation
import MediaRequests
import MediaWork

/// `LibraryBenchmarks graphs MEDIA-FOLDER` measures edits of a photograph, from its file to a JPEG: crop, straighten,
/// exposure and unsharp mask, at 12 and 48 megapixels. The peers are one pyvips pipeline for each edit, with the same
/// threads, and ImageMagick's `convert`. `python3` with pyvips, and ImageMagick, must be installed.
struct GraphBenchmarks {
    private static let rounds = 3

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    enum Edit: String, CaseIterable {
        case crop, exposure, unsharp, straighten
    }

    private let folder: URL
    private let workers: WorkerPool

    static func run(mediaFolder: String) throws {
        let source = URL(fileURLWithPath: mediaFolder).appendingPathComponent("jpeg")
        let names = try FileManager.default.contentsOfDirectory(atPath: source.path).sorted()
        guard let name = names.first else { throw Failure(description: "There is no photograph in \(source.path).") }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-graphs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(peer.utf8).write(to: folder.appendingPathComponent("peer.py"))
        let benchmarks = GraphBenchmarks(folder: folder, workers: try WorkerPool.shared())
        let small = folder.appendingPathComponent("12.jpg")
        try FileManager.default.copyItem(at: source.appendingPathComponent(name), to: small)
        let large = folder.appendingPathComponent("48.jpg")
        _ = try benchmarks.python(["enlarge", small.path, large.path])
        // Our memory first, because the kernel only knows the largest of all ended processes.
        for edit in Edit.allCases {
            try benchmarks.ours(edit, large)
            let peak = peakOfEndedProcessesInMegabytes
            print("48 megapixels, largest process up to \(edit.rawValue): \(peak) MB resident")
        }
        for (title, file) in [("12 megapixels", small), ("48 megapixels", large)] {
            for edit in Edit.allCases { try benchmarks.compare(edit, file, title) }
        }
    }

    private func compare(_ edit: Edit, _ file: URL, _ title: String) throws {
        var (our, pyvips, magick): ([Double], [Double], [Double]) = ([], [], [])
        var peerMemory = 0.0
        for _ in 0..<Self.rounds {
            our.append(try Measurement.seconds { try ours(edit, file) })
            let numbers = try python([edit.rawValue, file.path, folder.appendingPathComponent("peer.jpg").path])
            guard numbers.count == 2 else { throw Failure(description: "pyvips gave no time.") }
            pyvips.append(numbers[0])
            peerMemory = max(peerMemory, numbers[1])
            magick.append(try Measurement.seconds { try convert(edit, file) })
        }
        Measurement(title: "\(edit.rawValue), \(title)", peer: "pyvips", goal: .atMost(1.2)).tell(our, pyvips)
        print("  pyvips: \(Int(peerMemory)) MB resident")
        Measurement(title: "\(edit.rawValue), \(title)", peer: "ImageMagick", goal: .rateAtLeast(3)).tell(our, magick)
    }

    /// Renders the edit to a JPEG of quality 90 with full resolution of colours. Large photographs start a worker.
    private func ours(_ edit: Edit, _ file: URL) throws {
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        let probe = try workers.probe(descriptor: handle.fileDescriptor, filename: file.lastPathComponent)
        let (width, height) = (Double(probe.pixelWidth), Double(probe.pixelHeight))
        let extent = GraphRectangle(x: 0, y: 0, width: width, height: height)
        var graph = ImageGraph(nodes: [.source(0)])
        var rectangle = extent
        switch edit {
        case .crop: rectangle = extent.insetBy((min(width, height) * 0.05).rounded())
        case .exposure: graph.append(.filter(input: 0, .exposure(stops: 0.5)))
        case .unsharp: graph.append(.filter(input: 0, .unsharpMask(radius: 2.5, intensity: 0.5)))
        case .straighten:
            graph.append(.clamp(input: 0))
            graph.append(.transform(input: 1, .straightening(0.05, extent)))
        }
        let request = GraphRequest(
            graph: graph, rectangle: rectangle, output: .file(GraphRequest.File(.jpeg, quality: 0.9)))
        let source = GraphSource.file(
            descriptor: handle.fileDescriptor, filename: file.lastPathComponent, appliesOrientation: false)
        guard let bytes = try workers.render(request, sources: [source]).file else {
            throw Failure(description: "There is no file.")
        }
        try bytes.write(to: folder.appendingPathComponent("ours.jpg"))
    }

    private func python(_ arguments: [String]) throws -> [Double] {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        program.arguments =
            [
                "VIPS_CONCURRENCY=\(min(4, ProcessInfo.processInfo.activeProcessorCount))", "python3",
                folder.appendingPathComponent("peer.py").path,
            ] + arguments
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        guard program.terminationStatus == 0 else { throw Failure(description: "pyvips failed.") }
        return text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }

    private func convert(_ edit: Edit, _ file: URL) throws {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let step: [String] =
            switch edit {
            case .crop: ["-gravity", "center", "-crop", "90%x90%+0+0", "+repage"]
            case .exposure: ["-evaluate", "multiply", "1.4142"]
            case .unsharp: ["-unsharp", "0x2.5+0.5+0"]
            case .straighten: ["-virtual-pixel", "edge", "-distort", "SRT", "1.07 -2.865"]
            }
        program.arguments =
            ["convert", file.path, "-colorspace", "RGB"] + step
            + [
                "-colorspace", "sRGB", "-quality", "90", "-sampling-factor", "4:4:4",
                folder.appendingPathComponent("magick.jpg").path,
            ]
        try program.run()
        program.waitUntilExit()
        guard program.terminationStatus == 0 else { throw Failure(description: "ImageMagick failed.") }
    }

    private static var peakOfEndedProcessesInMegabytes: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return usage.ru_maxrss / 1024
    }

    /// Prints the seconds from the file to the JPEG without starting Python, and the peak memory in megabytes.
    private static let peer = """
        import math, resource, sys, time
        import pyvips

        edit, source, target = sys.argv[1:]
        if edit == 'enlarge':
            image = pyvips.Image.new_from_file(source, access='sequential').resize(2, kernel='linear')
            image.jpegsave(target, Q=90)
            sys.exit(0)
        start = time.monotonic()
        access = 'random' if edit == 'straighten' else 'sequential'
        image = pyvips.Image.new_from_file(source, access=access).colourspace('scrgb')
        width, height = image.width, image.height
        if edit == 'crop':
            inset = round(min(width, height) * 0.05)
            image = image.crop(inset, inset, width - 2 * inset, height - 2 * inset)
        elif edit == 'exposure':
            image = image * math.sqrt(2)
        elif edit == 'unsharp':
            image = image * 1.5 - image.gaussblur(2.5, precision='float') * 0.5
        else:
            scale = math.cos(0.05) + math.sin(0.05) * max(width / height, height / width)
            image = image.similarity(scale=scale, angle=-math.degrees(0.05),
                                     interpolate=pyvips.Interpolate.new('bicubic'))
            image = image.crop((image.width - width) // 2, (image.height - height) // 2, width, height)
        image = image.copy(interpretation='scrgb').colourspace('srgb')
        image.jpegsave(target, Q=90, subsample_mode='off', strip=True)
        print(time.monotonic() - start)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        """
}
