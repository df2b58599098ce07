import Foundation
import GRDB
import Records

extension MetadataRecord {
    static let selection = """
        cameraMake, cameraModel, lensModel, frameRate, videoCodec, title, caption, keywords, rating, preservedFileName
        """
    static let insertion = """
        INSERT OR REPLACE INTO assetMetadata (assetId, \(selection)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    func values(assetID: Int64) throws -> StatementArguments {
        let list = keywords.isEmpty ? nil : String(decoding: try JSONEncoder().encode(keywords), as: UTF8.self)
        return [
            assetID, cameraMake, cameraModel, lensModel, frameRate, videoCodec, title, caption, list, rating,
            preservedFileName,
        ]
    }

    init(row: Row) throws {
        self.init()
        cameraMake = row[0]
        cameraModel = row[1]
        lensModel = row[2]
        frameRate = row[3]
        videoCodec = row[4]
        title = row[5]
        caption = row[6]
        keywords = try Self.keywords(row[7])
        rating = row[8]
        preservedFileName = row[9]
    }

    /// Takes back what the user changed, from a row of the history: caption, keywords, rating.
    mutating func restore(_ image: Row) throws {
        caption = image[0]
        keywords = try Self.keywords(image[1])
        rating = image[2]
    }

    private static func keywords(_ list: String?) throws -> [String] {
        try list.map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
    }
}
