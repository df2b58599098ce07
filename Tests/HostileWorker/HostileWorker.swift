import Foundation
import MediaRequests
import MediaWork
import Pixels
import WorkerSandbox

/// A replacement of `albumen-media-worker` that does what a file's name says, in the worker's sandbox.
///
/// Its own name can select another machine: `...-unconfined` enters no sandbox, and `...-without-seccomp` becomes the
/// real worker on a kernel without system call filters.
@main
enum HostileWorker {
    static func main() throws {
        let name = CommandLine.arguments[0]
        if name.hasSuffix("-without-seccomp") { try MachineWithoutSeccomp.startRealWorker() }
        // Collected before the sandbox closes.
        let deeds = Deed.all()
        let role = WorkerRole(arguments: CommandLine.arguments.dropFirst()) ?? .media
        let state =
            name.hasSuffix("-unconfined") ? WorkerState() : WorkerSandbox.enter(role: role, warmUp: startIdleThread)
        if case .export = role { try HostileExport.run(state, deeds) }
        try WorkerService(state: state).run { task, file, memory, _ in
            switch task {
            case .probe(let filename):
                // An export probes its source without a name.
                if filename.hasPrefix("render-") || filename.isEmpty { return .probe(picture) }
                let name = filename.split(separator: ".").first.map(String.init) ?? filename
                guard let deed = deeds[filename] ?? deeds[name] else {
                    return .failure(MediaError(.notMedia, "there is no such deed"))
                }
                return .failure(MediaError(.unreadable, deed(file)))
            case .render(let request):
                return answer(request, file, memory, deeds)
            case .describeMovie(let filename):
                return describe(filename)
            case .frame:
                return frame()
            case .planParts(let name): return MoviePartAnswers.plan(name)
            case .part(let request): return MoviePartAnswers.part(request, memory)
            case .frames: return .failure(MediaError(.notMedia, "there is no such deed"))
            case .graph(let work): return GraphAnswers.answer(work, memory)
            case .describeImage(let name): return ImageFileAnswers.answer(name, memory)
            case .animation: return .imageFile(byteCount: 1 << 40)
            // The memory is empty.
            case .removeMetadata: return .byteChanges(byteCount: 24)
            case .readRecipe: return .recipe(playbackVariation: 4)
            case .markPhoto: return .failure(MediaError(.notMedia, "there is no such deed"))
            }
        }
        _exit(0)
    }

    /// Starts a thread that exists before the filter, as threads of libraries do.
    private static func startIdleThread() {
        var thread = pthread_t()
        pthread_create(&thread, nil, { _ in while true { sleep(1000) } }, nil)
    }

    /// Describes a movie that no file contains.
    private static func describe(_ filename: String) -> MediaReply {
        let second = MediaTime(value: 1, timescale: 1)
        var movie = MovieDescription(uniformTypeIdentifier: "public.mpeg-4", duration: second)
        var track = MovieDescription.Track(
            identifier: 1, kind: .video, timeRange: MediaTimeRange(start: .zero, duration: second))
        switch filename {
        case "negative-duration": movie.duration = MediaTime(value: -1, timescale: 1)
        case "no-timescale": movie.duration = MediaTime(value: 1, timescale: 0)
        case "endless-rate": track.frameRate = 1e300
        case "other-answer": return .probe(picture)
        default: break
        }
        movie.tracks = filename == "same-tracks" ? [track, track] : [track]
        if filename == "no-tracks" { movie.tracks = [] }
        return .movie(movie)
    }

    /// Describes no frame at all.
    private static func frame() -> MediaReply {
        .frame(FrameLayout(Rendering(pictures: []), time: .zero))
    }

    private static var picture: MediaProbe {
        MediaProbe(kind: .image, uniformTypeIdentifier: "public.png", pixelWidth: 2000, pixelHeight: 2000)
    }

    private static func answer(
        _ request: RenderRequest, _ file: Int32, _ memory: Int32?, _ deeds: [String: (Int32) -> String]
    ) -> MediaReply {
        do throws(MediaError) {
            switch request.filename {
            case "picture":
                return .pictures(try pictures(request, memory))
            case "more-than-pictures":
                // Half the possible length, so that there is room for more.
                var smaller = request
                smaller.sizes = [.longSide(1000)]
                let layout = try pictures(smaller, memory)
                try write(memory, megabytes: 8)
                return .pictures(layout)
            case "fill-and-fail":
                try write(memory, megabytes: 1)
                return .failure(MediaError(.unreadable, "filled"))
            default:
                let name =
                    request.filename.hasPrefix("render-")
                    ? String(request.filename.dropFirst("render-".count)) : request.filename
                guard let deed = deeds[name] else {
                    return .failure(MediaError(.notMedia, "there is no such deed"))
                }
                return .failure(MediaError(.unreadable, deed(file)))
            }
        } catch {
            return .failure(error)
        }
    }

    /// Writes white squares of the requested sizes.
    private static func pictures(_ request: RenderRequest, _ memory: Int32?) throws(MediaError) -> PictureLayout {
        let bitmaps = request.sizes.map { size in
            let side = if case .longSide(let side) = size { side } else { 1000 }
            return Bitmap(width: side, height: side, hasAlpha: false) { bytes in
                bytes.initializeMemory(as: UInt8.self, repeating: 255)
            }
        }
        if let memory { try SharedMemory.write(bitmaps, to: memory) }
        return PictureLayout(Rendering(pictures: bitmaps))
    }

    private static func write(_ memory: Int32?, megabytes: Int) throws(MediaError) {
        guard let memory else { return }
        let side = 512
        for _ in 0..<megabytes {
            let bitmap = Bitmap(width: side, height: side, hasAlpha: false) { bytes in
                bytes.initializeMemory(as: UInt8.self, repeating: 1)
            }
            try SharedMemory.write([bitmap], to: memory)
        }
    }
}
