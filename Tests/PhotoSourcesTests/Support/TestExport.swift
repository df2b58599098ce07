import Foundation
import PhotoSources
import Records
import SystemPackage

/// An export of Google Photos, as a tree or as archives.
struct TestExport {
    static let stamp = "20240712T112341Z"

    /// By paths below `Takeout/Google Photos/`.
    var files: [(path: String, data: Data)] = []

    /// Adds a photo or video with bytes that its text makes unique.
    mutating func add(_ path: String, _ text: String) {
        files.append((path, Data("\(text) \(String(repeating: "x", count: 200))".utf8)))
    }

    /// Adds the document of an item.
    mutating func addItem(_ path: String, title: String, time: Int, _ more: String = "") {
        let rest = more.isEmpty ? "" : ", \(more)"
        let text = #"{"title": "\#(title)", "photoTakenTime": {"timestamp": "\#(time)"}\#(rest)}"#
        files.append((path, Data(text.utf8)))
    }

    mutating func addDocument(_ path: String, _ text: String) {
        files.append((path, Data(text.utf8)))
    }

    /// Writes the tree, and returns the folder that contains `Takeout`.
    func writeTree(in folder: TestFolder, named name: String = "tree") throws -> FilePath {
        for (path, data) in files { try folder.write(data, to: "\(name)/Takeout/Google Photos/\(path)") }
        return folder.path.appending(name)
    }

    /// Writes archives, and returns their paths.
    ///
    /// - Parameter part: returns the number of a file's archive, from 1.
    func writeArchives(in folder: TestFolder, series: String = "", part: (Int) -> Int = { _ in 1 }) throws -> [FilePath]
    {
        let parts = Dictionary(grouping: files.indices, by: part)
        return try parts.sorted { $0.key < $1.key }.map { number, indexes in
            let members = indexes.map { index in
                TestZip.Member(
                    "Takeout/Google Photos/\(files[index].path)", files[index].data, isDeflated: index % 2 == 0)
            }
            let digits = String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
            return try folder.write(TestZip(members).bytes(), to: "takeout-\(Self.stamp)-\(series)\(digits).zip")
        }
    }
}

/// All that a source says, without the places of its files.
struct SourceContents: Equatable {
    struct File: Equatable {
        var type: Int
        var name: String
        var size: Int64
        var data: Data
    }

    struct Item: Equatable {
        var item: SourceItem
        var files: [File]
    }

    var items: [Item] = []
    var collections: [SourceCollection]
    var differences: [String]

    init(_ source: any PhotoSource) throws {
        collections = source.collections
        differences = source.otherDifferences.map {
            "\($0.name): \($0.difference.fact) \($0.difference.reason) \($0.difference.detail ?? "")"
        }.sorted()
        try source.forEachItem { item in
            var item = item
            let all = item.originals + (item.edit?.renderings ?? [])
            let files = try all.map { file in
                File(
                    type: file.type.rawValue, name: file.name, size: file.size,
                    data: try SourceFileReader().contents(of: file, limit: 1 << 20))
            }
            item.originals = []
            item.edit?.renderings = []
            items.append(Item(item: item, files: files))
            return true
        }
    }

    func item(_ name: String) throws -> Item {
        guard let item = items.first(where: { $0.item.name == name }) else { throw TestFailure("no item \(name)") }
        return item
    }
}
