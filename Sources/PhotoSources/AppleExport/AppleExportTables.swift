internal import Foundation
internal import SystemPackage

/// The CSV files of an export, in memory.
struct AppleExportTables {
    private static let fileLimit: Int64 = 256 << 20
    private static let rowLimit = 2_000_000

    /// The details of photos, by name, with the number of the part that contains them.
    private(set) var rows: [String: [(part: Int, row: AppleExportRow)]] = [:]
    /// The names of the photos in albums, by the title of the album, in their order.
    private(set) var albums: [String: [String]] = [:]
    private(set) var unreadableParts: [(path: String, reason: String)] = []
    private var count = 0

    init(_ parts: [ContainedFiles]) throws(SourceError) {
        for (part, files) in parts.enumerated() {
            for path in AppleDataExport.detailFiles(in: files) {
                for row in try read(path, files) { rows[row.name, default: []].append((part, row)) }
            }
            for path in AppleDataExport.csvFiles(in: AppleDataExport.albums, of: files) {
                let name = path.dropFirst(AppleDataExport.albums.utf8.count + 1)
                guard let title = ForeignValue.text(ForeignValue.split(String(name)).stem) else { continue }
                albums[title, default: []] += try read(path, files).map(\.name)
            }
        }
    }

    /// Returns the rows of a file. A damaged file is listed, and its readable start counts.
    private mutating func read(_ path: String, _ files: ContainedFiles) throws(SourceError) -> [AppleExportRow] {
        var rows: [AppleExportRow] = []
        let place = files.root.appending(path)
        guard case .file(let file, let status) = files.find(path), status.size <= Self.fileLimit,
            let bytes = AppleRecipe.read(file, size: Int(status.size))
        else {
            unreadableParts.append((place.string, "it can't be read, is empty, or is larger than Albumen reads"))
            return []
        }
        var reader = CSVReader([UInt8](bytes))
        do throws(CSVReader.Failure) {
            guard let header = try reader.next(), let columns = AppleExportRow.Columns(header) else {
                unreadableParts.append((place.string, "it has no column “imgName”"))
                return []
            }
            while let fields = try reader.next() {
                count += 1
                guard count <= Self.rowLimit else { break }
                if let row = AppleExportRow(fields, columns) { rows.append(row) }
            }
        } catch {
            unreadableParts.append((place.string, "it isn't a CSV file as a whole, so some of its lines are missing"))
        }
        guard count <= Self.rowLimit else {
            throw SourceError(.damaged, "The export \(files.root.string) is larger than Albumen reads.")
        }
        return rows
    }
}
