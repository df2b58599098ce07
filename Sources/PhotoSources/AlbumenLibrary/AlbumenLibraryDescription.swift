internal import Foundation
internal import SystemCalls
internal import SystemPackage

/// The file `library.json` of a library of Albumen, which can be hostile.
struct AlbumenLibraryDescription: Decodable, Equatable {
    static let fileName = "library.json"
    /// The latest format that is read.
    static let currentFormat = 1
    private static let sizeLimit = 64 << 10

    var format: Int
    /// A UUID in libraries of a known format.
    var identifier: String

    /// Reads the description in a folder. Returns `nil` if there is none, or if it's damaged or another program's.
    init?(in folder: FilePath) {
        let path = folder.appending(Self.fileName)
        guard
            let file = try? FileDescriptor.open(path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
        else { return nil }
        defer { try? file.close() }
        guard let status = try? file.status(), status.isRegularFile, status.size <= Self.sizeLimit,
            let bytes = try? file.bytes(at: 0, count: Int(status.size)),
            let description = try? JSONDecoder().decode(Self.self, from: Data(bytes)), description.format > 0
        else { return nil }
        self = description
    }

    var isNewer: Bool { format > Self.currentFormat }

    /// The identifier in upper case, or `nil` if it isn't a UUID.
    var uuid: String? { UUID(uuidString: identifier)?.uuidString }
}
