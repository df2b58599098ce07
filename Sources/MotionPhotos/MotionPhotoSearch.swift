import MediaContainers

/// Tries the places where a file can have a video.
struct MotionPhotoSearch<Source: ByteSource> {
    /// A place where a video can start.
    struct Candidate {
        var mark: MotionPhoto.Mark
        var start: Int
        /// Where the video ends at the latest.
        var limit: Int
    }

    /// Real files have fewer than five.
    private static var candidateLimit: Int { 64 }

    let source: Source
    private var remainingCandidates = Self.candidateLimit

    init(_ source: Source) {
        self.source = source
    }

    mutating func run() -> MotionPhoto? {
        guard let start = source.bytes(at: 0, count: 12) else { return nil }
        if start.starts(with: [0xFF, 0xD8]) { return videoInJPEG() }
        return start[4...].starts(with: "ftyp".utf8) ? videoInHighEfficiencyFile() : nil
    }

    private mutating func videoInJPEG() -> MotionPhoto? {
        let header = JPEGHeader(source)
        let properties = header.properties(source)
        let samsung = SamsungTrailer(source)
        let huawei = HuaweiTrailer(source)
        let candidates = markedCandidates(properties, samsung, huawei)
        if let photo = first(of: candidates, properties) { return photo }
        let tail = JPEGTail(source, header)
        let hasMark = properties.hasMark || samsung?.video != nil || huawei != nil
        guard hasMark || !tail.isEmpty(behind: samsung), let range = tail.range else { return nil }
        return scan(tail, range, properties)
    }

    private mutating func videoInHighEfficiencyFile() -> MotionPhoto? {
        let file = FileBoxes(source)
        guard let photo = HighEfficiencyFile(source, file) else { return nil }
        let boxes = file.boxes.filter { $0.type == "mpvd" }
        let second = file.boxes.dropFirst().first { $0.type == "ftyp" }
        // Otherwise nothing but the picture is there, and its XMP needn't be read.
        guard !boxes.isEmpty || second != nil || file.declaredEnd < source.count else { return nil }
        let properties = photo.properties
        var candidates = boxes.map { box in
            Candidate(mark: .videoBox, start: box.content.lowerBound, limit: min(box.end, source.count))
        }
        candidates += markedCandidates(properties, SamsungTrailer(source), HuaweiTrailer(source))
        if let second { candidates.append(Candidate(mark: .scan, start: second.offset, limit: source.count)) }
        return first(of: candidates, properties)
    }

    /// Returns the places that the XMP and trailers state, in order.
    private func markedCandidates(
        _ properties: MotionPhotoProperties, _ samsung: SamsungTrailer?, _ huawei: HuaweiTrailer?
    ) -> [Candidate] {
        func candidates(_ mark: MotionPhoto.Mark, _ starts: [Int]) -> [Candidate] {
            starts.map { Candidate(mark: mark, start: $0, limit: source.count) }
        }
        var result = candidates(.container, properties.containerStarts(inFileOf: source.count))
        result += candidates(.microVideo, properties.microVideoStarts(inFileOf: source.count))
        if let video = samsung?.video {
            result.append(Candidate(mark: .samsung, start: video.lowerBound, limit: video.upperBound))
        }
        return result + candidates(.huawei, huawei?.starts ?? [])
    }

    private mutating func scan(_ tail: JPEGTail<Source>, _ range: Range<Int>, _ properties: MotionPhotoProperties)
        -> MotionPhoto?
    {
        var position = range.lowerBound
        while remainingCandidates > 0,
            let type = source.firstOffset(of: "ftyp", in: position..<range.upperBound)
        {
            position = type + 1
            let start = type - 4
            guard start >= range.lowerBound else { continue }
            if let end = tail.endOfPicture(around: start) {
                position = max(position, end)
                continue
            }
            let candidate = Candidate(mark: .scan, start: start, limit: source.count)
            if let photo = first(of: [candidate], properties) { return photo }
        }
        return nil
    }

    /// Returns the first candidate that is a whole video.
    private mutating func first(of candidates: [Candidate], _ properties: MotionPhotoProperties) -> MotionPhoto? {
        for candidate in candidates {
            guard remainingCandidates > 0 else { return nil }
            remainingCandidates -= 1
            guard let video = EmbeddedVideo(source, at: candidate.start, before: candidate.limit) else { continue }
            return MotionPhoto(
                videoRange: video.range, mark: candidate.mark,
                stillTime: properties.stillTime(inVideoLasting: video.duration), duration: video.duration,
                pixelSize: video.pixelSize, majorBrand: video.majorBrand)
        }
        return nil
    }
}
