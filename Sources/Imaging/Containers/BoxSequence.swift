/// The top-level boxes of an ISO media file: which there are and whether the file holds them whole.
struct BoxSequence {
    struct Box {
        var code: FourCharacterCode
        /// Where its type stands in the file.
        var typeOffset: Int
        /// Where its content starts, and how long that is as declared: it may pass the file's end.
        var contentOffset: Int
        var contentCount: Int
    }

    /// More than any camera writes; beyond, the rest of the file is left alone.
    private static let boxLimit = 100_000
    /// A declared length past this is nonsense and not a file cut short.
    private static let plausibleLength = 1 << 48

    private(set) var boxes: [Box] = []
    /// Where the last box ends by its own account: past the file's end where the file is cut short.
    private(set) var declaredEnd = 0
    /// The last box has no length and runs to the file's end.
    private(set) var isOpenEnded = false

    init(_ view: ByteView) {
        while boxes.count < Self.boxLimit, let declared = view.uint32(at: declaredEnd),
            let code = view.code(at: declaredEnd + 4)
        {
            var header = 8
            var length = declared
            if declared == 1 {
                header = 16
                length = view.uint64(at: declaredEnd + 8) ?? 0
            } else if declared == 0 {
                length = view.count - declaredEnd
                isOpenEnded = true
            }
            guard length >= header, length < Self.plausibleLength else { break }
            boxes.append(
                Box(
                    code: code, typeOffset: declaredEnd + 4, contentOffset: declaredEnd + header,
                    contentCount: length - header))
            declaredEnd += length
        }
    }

    /// Whether a box passes the end of the file.
    func isCutShort(_ view: ByteView) -> Bool { declaredEnd > view.count }
}
