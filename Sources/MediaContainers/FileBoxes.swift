/// The boxes at the top level of a file. They show whether the file is cut short.
package struct FileBoxes {
    package let boxes: [MediaBox]
    /// Whether the last box passes the end of the file.
    package let isCutShort: Bool

    /// - Parameter start: where the first box starts, such as the end of a JPEG that a movie follows.
    package init(_ source: some ByteSource, from start: Int = 0) {
        let sequence = BoxSequence(source, in: start..<max(start, source.count))
        boxes = Array(sequence)
        isCutShort = boxes.last.map { !sequence.holdsWhole($0) } ?? false
    }

    /// Where the last box ends according to its header: past the end of a file that is cut short.
    package var declaredEnd: Int { boxes.last?.end ?? 0 }
    /// Whether the last box has no size and ends with the file.
    package var isOpenEnded: Bool { boxes.last?.isOpenEnded ?? false }

    /// Returns the first box of a type.
    package func first(_ type: FourCharacterCode) -> MediaBox? {
        boxes.first { $0.type == type }
    }
}
