package import MediaRequests
package import Records

extension VideoExport.Segment {
    /// Makes a piece of a slow-motion video part of an export.
    package init(_ segment: SlowMotion.Segment) {
        self.init(
            source: MediaTimeRange(
                start: MediaTime(seconds: segment.source.start), duration: MediaTime(seconds: segment.source.duration)),
            targetDuration: MediaTime(seconds: segment.playedDuration))
    }
}
