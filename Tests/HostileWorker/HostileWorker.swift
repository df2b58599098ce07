import Foundation
import MediaWork
import WorkerSandbox

/// In `albumen-media-worker`'s stead: it does what the name of a file says, from inside the worker's sandbox.
@main
enum HostileWorker {
    static func main() throws {
        // Found before the door is shut.
        let deeds = Deed.all()
        let state = WorkerSandbox.enter {}
        try WorkerService(state: state).run { task, descriptor in
            let filename =
                switch task {
                case .probe(let filename): filename
                case .render(let request): request.filename
                }
            guard let deed = deeds[filename] else {
                return WorkerService.Answer(.failure(MediaError(.notMedia, "there is no such deed")))
            }
            return WorkerService.Answer(.failure(MediaError(.unreadable, deed(descriptor))))
        }
        _exit(0)
    }
}
