import BlobStore
package import Foundation

extension Library {
    /// Returns the description that a backup keeps: the library's identifier. The group that shares the library isn't in it,
    /// because another machine may not have it.
    package func descriptionData() throws -> Data { Self.descriptionData(identifier: identifier) }

    /// Returns the description of a library with an identifier.
    package static func descriptionData(identifier: String) -> Data {
        let text = """
            {
              "format" : \(LibraryDescription.currentFormat),
              "identifier" : "\(identifier)"
            }
            """
        return Data(text.utf8)
    }

    /// Returns the identifier in a description, or `nil` if it isn't one.
    package static func identifier(inDescription data: Data) -> UUID? {
        guard let description = try? JSONDecoder().decode(LibraryDescription.self, from: data) else { return nil }
        return UUID(uuidString: description.identifier)
    }

    /// Makes a folder a library with the description of a backup.
    ///
    /// - Throws: `LibraryError` if the description isn't one, or is of a newer version.
    package static func restoreDescription(_ data: Data, in folder: URL) throws {
        let file = folder.appending(path: LibraryDescription.fileName, directoryHint: .notDirectory)
        try DurableFile.write(data, to: file)
        guard try LibraryDescription.read(from: folder) != nil else {
            throw LibraryError(.notALibrary, "The library's description in the backup can't be read.")
        }
    }
}
