import MediaRequests
import MediaWork
import Video

/// Exports movies.
enum Exporting {
    static func export(_ work: ExportWork) -> MediaReply {
        do {
            let frames = work.frames.map { (replacing: FrameEditor($0) as any FrameReplacing, settings: $0.settings) }
            return .exported(
                try VideoTranscoder.run(
                    work.export, from: work.sources, to: work.output, frames: frames, report: work.report))
        } catch {
            return .failure(error)
        }
    }
}
