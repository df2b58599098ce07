/// The files of a source's item as they were when they were read, in the order of their types.
package struct SourceFileMarks: Sendable, Equatable, Codable {
    package let files: [SourceFileMark]

    package init(_ files: [SourceFileMark]) {
        self.files = files.sorted { ($0.type, $0.sha256) < ($1.type, $1.sha256) }
    }

    /// The digests of the photos and videos of the item's edit.
    package var editDigests: Set<BlobDigest> {
        Set(files.filter { ResourceType.edits.contains($0.type) && $0.type != .adjustmentData }.map(\.sha256))
    }

    /// Returns whether files have the types, sizes and times that these had.
    package func isUnchanged(_ present: [(type: ResourceType, size: Int64, modificationTime: Int64)]) -> Bool {
        func sorted(
            _ list: [(ResourceType, Int64, Int64)]
        ) -> [(ResourceType, Int64, Int64)] { list.sorted { $0 < $1 } }
        let known = sorted(files.map { ($0.type, $0.size, $0.modificationTime) })
        let found = sorted(present.map { ($0.type, $0.size, $0.modificationTime) })
        return known.elementsEqual(found) { $0 == $1 }
    }
}
