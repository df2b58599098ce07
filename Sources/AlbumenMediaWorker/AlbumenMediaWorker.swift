import Foundation
import Imaging
import MediaRequests
import MediaWork
import Video
import WorkerSandbox

/// `albumen-media-worker` reads untrusted files for a host process and answers with values. The host starts it.
@main
enum AlbumenMediaWorker {
    static func main() {
        var kind = stat()
        guard fstat(0, &kind) == 0, kind.st_mode & S_IFMT == S_IFSOCK else {
            FileHandle.standardError.write(
                Data("albumen-media-worker is started by albumen, not by hand.\n".utf8))
            exit(2)
        }
        guard let role = WorkerRole(arguments: CommandLine.arguments.dropFirst()) else { _exit(2) }
        let state = WorkerSandbox.enter(role: role, versions: WorkerVersions.text) { WarmUp.run(role) }
        do {
            switch role {
            case .media:
                try WorkerService(state: state).run { task, file, memory, sources in
                    switch task {
                    case .probe(let filename): Probing.probe(descriptor: file, filename: filename)
                    case .render(let request): RenderingService.render(descriptor: file, request, into: memory)
                    case .describeMovie: MovieService.describe(descriptor: file)
                    case .frame(let request): MovieService.frame(descriptor: file, request, into: memory)
                    case .planParts: MovieParts.plan(descriptor: file)
                    case .part(let request): MovieParts.make(descriptor: file, request, into: memory)
                    case .frames(let request): MovieParts.frames(descriptor: file, request, into: memory)
                    case .graph(let work): GraphService.render(work, request: file, into: memory, sources)
                    case .describeImage(let filename):
                        ImageFileService.describe(descriptor: file, filename: filename, into: memory)
                    case .animation(let request): ImageFileService.encode(request, pixels: file, into: memory)
                    case .markPhoto(let marking): PhotoMarkingService.mark(descriptor: file, marking, into: memory)
                    case .removeMetadata(let removed):
                        MetadataService.changes(descriptor: file, removed, into: memory)
                    case .readRecipe: RecipeService.read(descriptor: file)
                    }
                }
            case .export:
                let samples = SampleHandlers(
                    read: { SampleReaderSession.run($0, file: $1, memory: $2, $3) },
                    write: { SampleWriterSession.run($0, file: $1, $2) })
                try ExportService(state: state).run(samples: samples, Exporting.export) {
                    task, request, memory, sources in
                    guard case .graph(let work) = task else {
                        return .failure(MediaError(.protocolViolation, "an export's worker has no other tasks"))
                    }
                    return GraphService.render(work, request: request, into: memory, sources)
                }
            }
        } catch {
            // The host notices the closed socket. Nobody reads an error message.
            _exit(1)
        }
        // Skips the libraries' exit handlers, which make calls that the sandbox forbids.
        _exit(0)
    }
}
