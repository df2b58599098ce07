import Foundation
import Imaging
import MediaWork
import WorkerSandbox

/// `albumen-media-worker`: reads strangers' files for its host and answers with values. Not started by hand.
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
            // The host sees its end of the socket closed. Nobody would read more of it.
            _exit(1)
        }
        // Without the libraries' farewells: they do what the sandbox does not allow.
        _exit(0)
    }
}
