import CLibAV
package import MediaRequests
import Pixels

/// Exports movies. Any thread can call it. It keeps no state.
package enum VideoTranscoder {
    /// Exports movies.
    ///
    /// - Parameters:
    ///   - sources: The descriptors of regular files, in the order of `VideoExport.Segment.file`. Their positions don't
    ///     change.
    ///   - output: The descriptor of an empty regular file that is open for reading and writing.
    ///   - frames: Replaces the frames, with the settings of the host.
    ///   - report: Receives the finished share, from 0 to 1.
    /// - Throws: `notMedia`, `unreadable`, `unsupported`, `encrypted` or `limitExceeded` for a movie that can't be
    ///   exported. `diskFull` or `unwritable` if the output can't be written.
    package static func run(
        _ export: VideoExport, from sources: [Int32], to output: Int32,
        frames: (replacing: any FrameReplacing, settings: FrameSettings)? = nil, report: @escaping (Double) -> Void
    ) throws(MediaError) -> ExportedVideo {
        try export.check(sourceCount: sources.count)
        try frames?.settings.check()
        let copies = export.video == .copy && (export.audio == .copy || export.audio == .none)
        guard export.stillImageTime == nil || !export.indexComesFirst else {
            throw MediaError(.unsupported, "a Live Photo's movie can't have its index first")
        }
        let movies = try ExportSources(sources, isCopy: copies)
        let progress = ExportProgress(export, duration: movies.duration, report)
        let sink = DescriptorSink(descriptor: output)
        let writer = try MovieWriter(
            sink, export.container, export.indexComesFirst ? .indexFirst : .indexLast,
            timescale: export.stillImageTime == nil ? nil : StillImageTimeTrack.timescale)
        sink.didWrite = { [unowned writer] end in
            if let total = writer.endOfSamples { progress.move(to: end, of: total) }
        }
        let tracks = try ExportTracks(export, movies, writer, frames: frames) { progress.encode(to: 0, share: $0) }
        var tags = ExportedTags.tags(of: movies.files[0].movie, userDate: movies.files[0].userDate, export.metadata)
        for entry in export.addedMetadata { tags[entry.key] = entry.value }
        try writer.start(tags: tags)
        try tracks.run { progress.encode(to: $0, share: $1) }
        guard tracks.hasPicture else {
            let reason =
                writer.isFull
                ? MediaError(.limitExceeded, "the size limit is too small for this movie; choose a larger one")
                : MediaError(
                    .unreadable,
                    movies.damage ?? "none of the movie's frames in this range can be decoded; it may be damaged")
            throw reason
        }
        try writer.finish()
        if let time = export.stillImageTime { try StillImageTimeTrack.append(time, to: sink) }
        return ExportedVideo(
            byteCount: sink.count, duration: MediaTime(seconds: tracks.duration), storedSize: tracks.size,
            isCutToLengthLimit: writer.isFull, damage: movies.damage ?? tracks.damage)
    }
}
