/// The properties of motion photos in XMP.
struct MotionPhotoProperties: Equatable {
    /// An item of the container's directory. Lengths are in bytes.
    struct Item: Equatable {
        var mediaType: String?
        var semantic: String?
        /// `nil` if it's missing or not a possible length.
        var length: Int?
        /// `nil` if it isn't a possible length.
        var padding: Int? = 0

        var isVideo: Bool {
            semantic?.lowercased() == "motionphoto" || mediaType?.lowercased().hasPrefix("video/") == true
        }
    }

    /// Greater lengths are those of no file, and their sums could overflow.
    private static let lengths = 0...(1 << 48)
    /// Photos have one video. The others are for directories that list it twice.
    private static let videoLimit = 4
    private static let microsecondsPerSecond = 1_000_000.0

    var items: [Item] = []
    /// Whether a flag says that there is a video.
    var isFlagged = false
    /// The bytes from the start of the video to the end of the file.
    var microVideoOffset: Int?
    /// The video's length according to OPPO.
    var videoLength: Int?
    /// The photo's moments in microseconds that different programs write.
    var motionPhotoTime: Int?
    var microVideoTime: Int?
    var oppoTime: Int?
    /// The digest of the extended packet that belongs to this one.
    var extendedPacket: String?

    /// Whether there is any mark of a video.
    var hasMark: Bool {
        isFlagged || microVideoOffset != nil || videoLength != nil || items.contains(where: \.isVideo)
    }

    /// Returns a length in bytes, or `nil` if it's negative or longer than any file.
    static func length(_ text: String) -> Int? {
        Int(text).flatMap { lengths.contains($0) ? $0 : nil }
    }

    /// Takes the properties of another packet that are missing here.
    mutating func merge(_ other: MotionPhotoProperties) {
        if !items.contains(where: \.isVideo), !other.items.isEmpty { items = other.items }
        isFlagged = isFlagged || other.isFlagged
        microVideoOffset = microVideoOffset ?? other.microVideoOffset
        videoLength = videoLength ?? other.videoLength
        motionPhotoTime = motionPhotoTime ?? other.motionPhotoTime
        microVideoTime = microVideoTime ?? other.microVideoTime
        oppoTime = oppoTime ?? other.oppoTime
        extendedPacket = extendedPacket ?? other.extendedPacket
    }

    /// Returns the photo's moment in seconds, clamped to the video's duration. -1 means that it's unknown.
    func stillTime(inVideoLasting duration: Double?) -> Double? {
        let times = [motionPhotoTime, microVideoTime, oppoTime]
        guard let time = times.lazy.compactMap(\.self).first(where: { $0 != -1 }) else { return nil }
        let seconds = max(0, Double(time) / Self.microsecondsPerSecond)
        return duration.map { min(seconds, $0) } ?? seconds
    }

    /// Returns where the video starts according to the container's directory and OPPO's length, best first.
    ///
    /// The items lie one after another, and the last one ends with the file. Some cameras count a trailer as padding,
    /// so positions with and without the padding are tried. In files that state the primary item's length, the
    /// position from the start of the file is also tried.
    func containerStarts(inFileOf count: Int) -> [Int] {
        var starts: [Int] = []
        for index in items.indices.reversed().filter({ items[$0].isVideo }).prefix(Self.videoLimit) {
            guard let length = items[index].length, length > 0 else { continue }
            if let behind = Self.sum(items[(index + 1)...]) {
                let start = count - behind - length
                starts += [start, start - (items[index].padding ?? 0)]
            }
            if items[0].length != 0, let before = Self.sum(items[..<index]) { starts.append(before) }
        }
        if let videoLength { starts.append(count - videoLength) }
        return Self.distinct(starts, below: count)
    }

    /// Returns where the video starts according to `MicroVideoOffset`.
    func microVideoStarts(inFileOf count: Int) -> [Int] {
        Self.distinct(microVideoOffset.map { [count - $0] } ?? [], below: count)
    }

    private static func sum(_ items: ArraySlice<Item>) -> Int? {
        items.reduce(0) { sum, item in
            guard let sum, let length = item.length, let padding = item.padding else { return nil }
            return sum + length + padding
        }
    }

    private static func distinct(_ starts: [Int], below count: Int) -> [Int] {
        var result: [Int] = []
        for start in starts where start > 0 && start < count && !result.contains(start) { result.append(start) }
        return result
    }
}
