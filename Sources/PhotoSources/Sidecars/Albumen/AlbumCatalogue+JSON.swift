package import Foundation

extension AlbumCatalogue {
    /// The file as it's read and written.
    private struct Document: Codable {
        var version: Int
        var collections: [Collection]
    }

    /// The part of the file that all versions have.
    private struct Header: Decodable {
        var version: Int
    }

    /// Reads the catalogue of an export.
    ///
    /// - Parameter file: The name of the file, for errors.
    /// - Throws: `SourceError` if the file isn't valid, exceeds a limit, or is of a later version.
    /// - Complexity: O(*n*) for *n* bytes.
    package init(json data: Data, file: String = fileName) throws(SourceError) {
        do {
            try Self.checkSize(of: data)
            let decoder = JSONDecoder()
            // A later version can differ in everything else.
            let version = try decoder.decode(Header.self, from: data).version
            guard version >= 1 else { throw Defect("its version isn't valid") }
            guard version <= Self.version else {
                throw SourceError(
                    .unsupported, "A later version of Albumen wrote \(file). Update Albumen, and import again.")
            }
            self.init(try decoder.decode(Document.self, from: data).collections)
            try checkCollections()
        } catch let error as SourceError {
            throw error
        } catch {
            let reason = (error as? Defect)?.reason ?? "it isn't the JSON of an export"
            throw SourceError(
                .damaged, "The albums in \(file) can't be read: \(reason). Export again, or remove the file.")
        }
    }

    /// Returns the file. The same catalogue always results in the same bytes.
    ///
    /// - Throws: `SourceError` if the catalogue isn't valid or exceeds a limit, so that an import would refuse it.
    package func json() throws(SourceError) -> Data {
        do {
            try checkCollections()
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let data = try encoder.encode(Document(version: Self.version, collections: collections))
            try Self.checkSize(of: data)
            return data
        } catch {
            let reason = (error as? Defect)?.reason ?? "\(error)"
            throw SourceError(.unsupported, "The albums can't be written to \(Self.fileName): \(reason).")
        }
    }
}
