import MediaContainers
import MediaRequests

/// A track of metadata for a finished movie.
///
/// libavformat can't write such a track. The movie's index is its last box. It's replaced by one with another track,
/// and the samples follow the index.
struct MetadataTrack {
    /// A sample: its place in the movie, and boxes with values.
    struct Sample {
        var time: Double
        /// `nil` ends the sample with the next one.
        var duration: Double?
        var bytes: [UInt8]
    }

    /// The unit of the movie's times, in which the times of samples are stored.
    static let timescale: Int32 = 90_000
    private static let indexLimitInBytes = 256 << 20

    let keys: [(key: String, type: UInt32)]
    /// In the order of their times.
    let samples: [Sample]

    /// - Throws: `unsupported` if the index isn't the last box, or the error of a write. Times outside of the movie
    ///   become the nearest ones in it.
    func append(to sink: DescriptorSink) throws(MediaError) {
        guard let source = DescriptorSource(descriptor: sink.descriptor) else { throw Self.failure }
        let boxes = FileBoxes(source)
        guard let index = boxes.boxes.last, index.type == "moov", !boxes.isCutShort, !boxes.isOpenEnded,
            index.content.count <= Self.indexLimitInBytes
        else { throw Self.failure }
        let movie = BoxSequence(source).inside(index)
        guard let header = movie.first("mvhd"), let last = movie.filter({ $0.type == "trak" }).last,
            let times = MovieHeader(movie),
            let described = times.tracks.filter({ $0.value.handler == "vide" }).keys.min() ?? times.tracks.keys.min(),
            let identifier = times.tracks.keys.max().map({ $0 + 1 })
        else { throw Self.failure }
        let spans = MetadataTimes(
            samples, length: Int(times.duration?.value ?? 0), unitsPerSecond: Double(times.timescale))
        var content = source.bytes(at: index.content.lowerBound, limit: index.content.count)
        guard content.count == index.content.count, spans.end <= Int(Int32.max) else { throw Self.failure }
        let start = index.content.lowerBound
        // The number of the next track is the header's last number.
        content.replaceSubrange(
            header.end - start - 4..<header.end - start, with: BoxText.number(Int(identifier) + 1))
        func track(samplesAt offset: Int) -> [UInt8] {
            box(
                identifier: Int(identifier), describing: Int(described), spans, timescale: Int(times.timescale),
                samplesAt: offset)
        }
        let size = track(samplesAt: 0).count
        // The index and its new track, and then the header of the samples' box.
        let end = index.offset + 8 + content.count + size + 8
        content.insert(contentsOf: track(samplesAt: end), at: last.end - start)
        try sink.replace(
            from: Int64(index.offset),
            with: BoxText.box("moov", content) + BoxText.box("mdat", samples.flatMap(\.bytes)))
    }

    private static let failure = MediaError(
        .unsupported, "the track of metadata can't be added to the movie, because of the movie's structure")

    private func box(
        identifier: Int, describing video: Int, _ spans: MetadataTimes, timescale: Int, samplesAt offset: Int
    ) -> [UInt8] {
        typealias B = BoxText
        let unity = B.number(0x10000) + B.number(0) + B.number(0)
        let matrix =
            unity + B.number(0) + B.number(0x10000) + B.number(0) + B.number(0) + B.number(0) + B.number(0x4000_0000)
        // Enabled, in the movie, in previews and in posters, as Apple's cameras write it.
        let header = B.box(
            "tkhd",
            [0, 0, 0, 0xF] + B.number(0) + B.number(0) + B.number(identifier) + B.number(0) + B.number(spans.end)
                + B.number(0) + B.number(0) + B.number(0) + B.number(0) + matrix + B.number(0) + B.number(0))
        let edits = spans.edits.flatMap { B.number($0.duration) + B.number($0.start) + B.number(0x10000) }
        let mediaHeader = B.box(
            "mdhd",
            B.number(0) + B.number(0) + B.number(0) + B.number(timescale)
                + B.number(spans.durations.reduce(0, +)) + [0x55, 0xC4, 0, 0])
        let mediaHandler = B.box(
            "hdlr", B.number(0) + B.text("mhlrmetaappl") + B.number(0) + B.number(0) + B.name("Core Media Metadata"))
        let dataHandler = B.box(
            "hdlr",
            B.number(0) + B.text("dhlralisappl") + B.number(0) + B.number(0) + B.name("Core Media Data Handler"))
        let generic = B.box(
            "gmhd", B.box("gmin", B.number(0) + [0, 0x40] + [0x80, 0, 0x80, 0, 0x80, 0] + B.number(0)))
        let references = B.box("dinf", B.box("dref", B.number(0) + B.number(1) + B.box("alis", B.number(1))))
        let information = generic + dataHandler + references + B.box("stbl", table(spans, samplesAt: offset))
        return B.box(
            "trak",
            header + B.box("edts", B.box("elst", B.number(0) + B.number(spans.edits.count) + edits))
                + B.box("tref", B.box("cdsc", B.number(video)))
                + B.box("mdia", mediaHeader + mediaHandler + B.box("minf", information)))
    }

    /// The format, times, chunk, sizes and place of the samples.
    private func table(_ spans: MetadataTimes, samplesAt offset: Int) -> [UInt8] {
        typealias B = BoxText
        let declarations = keys.enumerated().flatMap { index, key in
            let declaration = B.box("keyd", B.text("mdta") + B.text(key.key))
            let type = B.box("dtyp", B.number(0) + B.number(Int(key.type)))
            return B.number(declaration.count + type.count + 8) + B.number(index + 1) + declaration + type
        }
        let format = B.box("mebx", [0, 0, 0, 0, 0, 0, 0, 1] + B.box("keys", declarations))
        let durations = spans.durations.flatMap { B.number(1) + B.number($0) }
        let sizes = samples.flatMap { B.number($0.bytes.count) }
        return B.box("stsd", B.number(0) + B.number(1) + format)
            + B.box("stts", B.number(0) + B.number(spans.durations.count) + durations)
            + B.box("stsc", B.number(0) + B.number(1) + B.number(1) + B.number(samples.count) + B.number(1))
            + B.box("stsz", B.number(0) + B.number(0) + B.number(samples.count) + sizes)
            + B.box(
                "co64", B.number(0) + B.number(1) + B.number(offset >> 32) + B.number(offset & 0xFFFF_FFFF))
    }
}
