import BlobStore
import Foundation
import LibraryFiles
import PhotoLibrary
import SystemCalls
import SystemPackage

/// The file `moving.json` in a library that is being moved: where it was. The end of the move removes it.
struct MoveNote: Codable, Equatable {
    static let fileName = "moving.json"

    /// The library's former folder.
    var from: String
    /// Whether apps' tokens had an effect there.
    var keepsTokens: Bool
    /// The number of the library's last change. A former folder with later changes isn't removed.
    var lastChange: Int64

    static func file(in library: URL) -> URL { library.appending(path: fileName, directoryHint: .notDirectory) }

    /// Returns the note, or `nil` if the library isn't being moved.
    static func read(in library: URL) -> MoveNote? {
        guard let data = FileManager.default.contents(atPath: file(in: library).path(percentEncoded: false)) else {
            return nil
        }
        return try? JSONDecoder().decode(Self.self, from: data)
    }

    func write(in library: URL, _ permissions: LibraryPermissions) throws {
        try DurableFile.write(JSONEncoder().encode(self), to: Self.file(in: library), permissions: permissions)
    }

    static func remove(in library: URL) throws {
        let path = file(in: library).path(percentEncoded: false)
        do throws(SystemCallFailure) {
            try SystemCall.checked("unlink", path) { unlink(path) }
        } catch {
            guard Set.withoutFile.contains(error.errno) else { throw error }
        }
    }
}
