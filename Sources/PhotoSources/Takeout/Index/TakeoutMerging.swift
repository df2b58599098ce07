internal import BlobStore
internal import Records

/// Joins the copies of the same bytes in several folders to items.
struct TakeoutMerging {
    private let copies: [TakeoutCopy]
    private let folders: [TakeoutIndex.Folder]
    private let listing: TakeoutListing
    private let reader: SourceFileReader
    private var digests: [Int: BlobDigest] = [:]
    private(set) var differences: [(name: String, difference: SourceDifference)] = []

    init(
        _ copies: [TakeoutCopy], folders: [TakeoutIndex.Folder], listing: TakeoutListing, reader: SourceFileReader
    ) {
        (self.copies, self.folders, self.listing, self.reader) = (copies, folders, listing, reader)
    }

    /// Returns the items by date and name.
    ///
    /// - Complexity: O(*n* log *n*) for *n* copies. Reads the originals with equal sizes and equal titles or dates.
    mutating func items() -> [TakeoutIndex.Item] {
        var items: [TakeoutIndex.Item] = []
        var itemsOfIdentity: [String: Int] = [:]
        let sets = equalCopies()
        for set in sets { itemsOfIdentity[copies[set[0]].identity, default: 0] += 1 }
        var repetitions: [String: Int] = [:]
        for set in sets {
            let identity = copies[set[0]].identity
            var text = identity
            if itemsOfIdentity[identity] ?? 0 > 1 {
                // Different photos have equal titles, dates and sizes: their bytes tell them apart.
                text += "\n" + (digest(of: set[0])?.hexadecimal ?? copies[set[0]].original.name)
            }
            // Unreadable and empty originals.
            repetitions[text, default: 0] += 1
            if let number = repetitions[text], number > 1 { text += "\n\(number)" }
            items.append(.init(identifier: Self.identifier(of: text), copies: set.map { copies[$0] }))
        }
        return items.sorted { left, right in
            let (a, b) = (left.copies[0], right.copies[0])
            let (timeA, timeB) = (a.brief?.timestamp ?? .max, b.brief?.timestamp ?? .max)
            return timeA == timeB ? (a.title, left.identifier) < (b.title, right.identifier) : timeA < timeB
        }
    }

    /// The first 32 digits of the SHA-256 of a text.
    private static func identifier(of text: String) -> String {
        var hasher = SHA256Hasher()
        var text = text
        text.withUTF8 { hasher.update(UnsafeRawBufferPointer($0)) }
        return (try? hasher.finalize()).map { String($0.hexadecimal.prefix(32)) } ?? text
    }

    /// Returns the sets of equal copies, the best copy of each set first.
    private mutating func equalCopies() -> [[Int]] {
        var sets: [[Int]] = []
        for group in Dictionary(grouping: copies.indices, by: { copies[$0].original.size }).values {
            for candidates in linked(group) { sets += divided(candidates) }
        }
        return sets.map { set in
            set.sorted { left, right in
                let (a, b) = (folders[copies[left].folder], folders[copies[right].folder])
                return (a.rank, a.key.folder, left) < (b.rank, b.key.folder, right)
            }
        }.sorted { $0[0] < $1[0] }
    }

    /// Divides copies of one size into sets whose members have a title, name or date of another member.
    private func linked(_ group: [Int]) -> [[Int]] {
        guard group.count > 1 else { return [group] }
        var roots = Dictionary(uniqueKeysWithValues: group.map { ($0, $0) })
        func root(of copy: Int) -> Int {
            var copy = copy
            while let parent = roots[copy], parent != copy {
                roots[copy] = roots[parent]
                copy = parent
            }
            return copy
        }
        var owners: [String: Int] = [:]
        for copy in group {
            for link in copies[copy].links {
                if let owner = owners[link] { roots[root(of: copy)] = root(of: owner) } else { owners[link] = copy }
            }
        }
        return Dictionary(grouping: group) { root(of: $0) }.values.map { $0.sorted() }
    }

    /// Divides candidates by their bytes. Archives declare checksums: bytes with different ones needn't be read.
    private mutating func divided(_ candidates: [Int]) -> [[Int]] {
        guard candidates.count > 1, copies[candidates[0]].original.size > 0 else { return candidates.map { [$0] } }
        let checksums = Dictionary(grouping: candidates) { copies[$0].original.checksum }
        let rivals = checksums[nil] == nil ? Array(checksums.values) : [candidates]
        return rivals.flatMap { rivals -> [[Int]] in
            guard rivals.count > 1 else { return [rivals] }
            var sets: [BlobDigest: [Int]] = [:]
            var unreadable: [[Int]] = []
            for copy in rivals {
                if let digest = digest(of: copy) {
                    sets[digest, default: []].append(copy)
                } else {
                    unreadable.append([copy])
                }
            }
            return Array(sets.values) + unreadable
        }
    }

    private mutating func digest(of copy: Int) -> BlobDigest? {
        if let digest = digests[copy] { return digest }
        let entry = copies[copy].original
        do {
            var hasher = SHA256Hasher()
            try reader.read(listing.file(entry, type: .photo)) { hasher.update($0) }
            digests[copy] = try hasher.finalize()
        } catch {
            let folder = folders[copies[copy].folder].key.folder
            differences.append(
                ("\(folder)/\(entry.name)", SourceDifference(.otherFiles, .unreadable, detail: "\(error)")))
        }
        return digests[copy]
    }
}
