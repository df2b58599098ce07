internal import Foundation

/// A photo or video as the API describes it, in all its versions.
struct ImmichAsset: Decodable {
    private static let nameLimit = 1_000
    private static let tagLimit = 1_000
    private static let largestFile: Int64 = 1 << 46

    let identifier: ImmichIdentifier
    let owner: ImmichIdentifier?
    let type: String
    /// For people, without control characters.
    let name: String
    let path: String?
    let createdDate: String?
    let modifiedDate: Date?
    let localDate: String?
    let isFavorite: Bool
    let isArchived: Bool
    let isTrashed: Bool
    let isOffline: Bool
    let isEdited: Bool
    let isLocked: Bool
    let motionVideo: ImmichIdentifier?
    let stack: ImmichStack.Part?
    /// The SHA-1 of the file, or `nil` if the server has none.
    let sha1: [UInt8]?
    let metadata: ImmichMetadata
    /// The values of tags, such as `Places/Berlin`. Most versions leave them out of searches.
    let tags: [String]
    /// The names of the persons that the user named and doesn't hide.
    let persons: [String]

    private enum Key: String, CodingKey {
        case id, ownerId, type, originalFileName, originalPath, checksum, libraryId, livePhotoVideoId
        case fileCreatedAt, fileModifiedAt, localDateTime
        case isFavorite, isArchived, isTrashed, isOffline, isEdited, visibility
        case exifInfo, tags, people, stack, stackParentId, stackCount
    }

    private struct Tag: Decodable {
        let value: String?
        let name: String?
    }

    private struct Person: Decodable {
        let name: String?
        let isHidden: Bool?
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let identifier = container.identifier(.id) else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: container, debugDescription: "no UUID")
        }
        self.identifier = identifier
        owner = container.identifier(.ownerId)
        type = container.text(.type) ?? ""
        name = ImmichText.fileName(container.text(.originalFileName)) ?? identifier.text
        path = container.text(.originalPath)
        createdDate = container.text(.fileCreatedAt)
        modifiedDate = ImmichDate.date(container.text(.fileModifiedAt))
        localDate = container.text(.localDateTime)
        let visibility = container.text(.visibility)
        isFavorite = container.flag(.isFavorite) ?? false
        isArchived = visibility.map { $0 == "archive" } ?? container.flag(.isArchived) ?? false
        isLocked = visibility == "locked"
        isTrashed = container.flag(.isTrashed) ?? false
        isOffline = container.flag(.isOffline) ?? false
        isEdited = container.flag(.isEdited) ?? false
        motionVideo = container.identifier(.livePhotoVideoId)
        stack = ImmichStack.Part(
            stack: container.value(.stack), parent: container.identifier(.stackParentId),
            count: container.integer(.stackCount), of: identifier)
        sha1 = Self.sha1(container.text(.checksum), library: container.text(.libraryId), path: path)
        metadata = container.value(.exifInfo) ?? ImmichMetadata()
        let tags: [Tag] = container.value(.tags) ?? []
        self.tags = tags.prefix(Self.tagLimit).compactMap {
            ImmichText.line($0.value ?? $0.name, limit: ImmichTags.valueLimit)
        }
        let persons: [Person] = container.value(.people) ?? []
        self.persons = Set(
            persons.prefix(Self.nameLimit).filter { $0.isHidden != true }.compactMap { ImmichText.line($0.name) }
        ).sorted()
    }

    /// Returns the checksum of a file. The checksum of a file in an external library is that of its path.
    private static func sha1(_ text: String?, library: String?, path: String?) -> [UInt8]? {
        guard library == nil, let text, text.utf8.count == 28, let data = Data(base64Encoded: text), data.count == 20
        else { return nil }
        if let path {
            let digest = SHA1()
            Array("path:\(path)".utf8).withUnsafeBytes { digest.update($0) }
            if digest.finish() == [UInt8](data) { return nil }
        }
        return [UInt8](data)
    }

    /// The size that the list contains.
    var size: Int64? { metadata.size.flatMap { (1...Self.largestFile).contains($0) ? $0 : nil } }

    /// Nanoseconds since 1970. The time of the file itself, because that of its row changes with each tag.
    var modificationTime: Int64 {
        guard let seconds = modifiedDate?.timeIntervalSince1970, abs(seconds) < 9_000_000_000 else { return 0 }
        return Int64((seconds * 1_000).rounded()) * 1_000_000
    }

    var isVideo: Bool { type == "VIDEO" }
}
