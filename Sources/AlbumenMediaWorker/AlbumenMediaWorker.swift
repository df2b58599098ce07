import Foundation
import Imaging
import MediaWork
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
        let state = WorkerSandbox.enter(versions: WorkerVersions.text, warmUp: WarmUp.run)
        do {
            try WorkerService(state: state).run { task, file, memory in
                switch task {
                case .probe(let filename): Probing.probe(descriptor: file, filename: filename)
                case .render(let request): RenderingService.render(descriptor: file, request, into: memory)
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
