/// The YAML file of an album, parsed in parts, so that no part exceeds the limit of a document. Albums can have very
/// many members, and PhotoPrism writes them last, a block of lines for each.
struct PhotoPrismAlbumDocument {
    /// About 60 bytes for each member.
    static let limit = 32 << 20
    private static let partSize = 1 << 18
    private static let membersKey = Array("Photos:".utf8)

    /// The album without the members that have lines of their own.
    let head: YAMLDocument
    private let parts: [ArraySlice<UInt8>]

    init(_ bytes: [UInt8]) throws(YAMLDocument.Failure) {
        guard bytes.count <= Self.limit else { throw .tooLarge }
        let (head, parts) = Self.split(bytes)
        self.head = try YAMLDocument(Array(head))
        self.parts = parts
    }

    /// Passes the members in the order of the file.
    ///
    /// - Complexity: O(*n*) for *n* bytes. Memory doesn't grow with the number of members.
    func forEachMember(_ body: (YAMLDocument.Value) -> Void) throws(YAMLDocument.Failure) {
        head["Photos"]?.list.forEach(body)
        for part in parts {
            try YAMLDocument(Self.membersKey + [0x0A] + part)["Photos"]?.list.forEach(body)
        }
    }

    private static func split(_ bytes: [UInt8]) -> (head: [UInt8], parts: [ArraySlice<UInt8>]) {
        var head: [UInt8] = []
        var parts: [ArraySlice<UInt8>] = []
        var isInMembers = false
        var start = 0
        var position = 0
        func finish(at end: Int) {
            if isInMembers, start < end { parts.append(bytes[start..<end]) }
            start = end
        }
        while position < bytes.count {
            let end = bytes[position...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            let line = bytes[position..<end]
            let isMember = line.first == UInt8(ascii: "-") || line.first == UInt8(ascii: " ")
            if isInMembers, !isMember {
                finish(at: position)
                isInMembers = false
            }
            if isInMembers {
                if line.first == UInt8(ascii: "-"), position - start >= partSize { finish(at: position) }
            } else if line.starts(with: membersKey), line.count <= membersKey.count + 1 {
                isInMembers = true
                start = end
            } else {
                head += line
            }
            position = end
        }
        finish(at: bytes.count)
        return (head, parts)
    }
}
