import Foundation
import Imaging
import MediaWork
import Video

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
        WorkerLimits.apply()
        do {
            try WorkerService().run { request, descriptor in
                switch request {
                case .probe(let filename):
                    WorkerService.Answer(Probing.probe(descriptor: descriptor, filename: filename))
                case .render(let request):
                    RenderingService.render(descriptor: descriptor, request)
                }
            }
        } catch {
            FileHandle.standardError.write(Data("albumen-media-worker: \(error)\n".utf8))
            exit(1)
        }
    }
}
