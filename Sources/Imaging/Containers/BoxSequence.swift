/// The top-level boxes of an ISO media file: which there are and whether the file holds them whole.
struct BoxSequence {
    struct Box {
        var code: FourCharacterCode
        /// Where its content starts, and how long that is as declared: it may pass the file's end.
        var contentOffset: Int
        var contentCount: Int
    }

    /// More than any camera writes; beyond, the rest of the file is left alone.
    private static let boxLimit = 100_000
    /// A declared end past this is nonsense and not a file cut short.
    private static let plausibleEnd = 1 << 48

    private(set) var boxes: [Box] = []
    /// Where the last box ends by its own account: past the file's end where the file is cut short.
    private(set) var declaredEnd = 0

    init(_ view: ByteView) {
        var offset = 0
        while boxes.count < Self.boxLimit, let declared = view.uint32(at: offset), let code = view.code(at: offset + 4) {
            var header = 8
            var length = declared
            if declared == 1 {
                header = 16
                length = view.uint64(at: offset + 8) ?? 0
            } else if declared == 0 {
                length = view.count - offset
            }
            guard length >= header, length < Self.plausibleEnd else { break }
            boxes.append(Box(code: code, contentOffset: offset + header, contentCount: length - header))
            offset += length
        }
        declaredEnd = offset
    }

    /// Whether a box passes the end of the file.
    func isCutShort(_ view: ByteView) -> Bool { declaredEnd > view.count }
}
