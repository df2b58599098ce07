import Foundation

/// The facts of a library as another program reads it.
struct KnownLibrary: Decodable, CustomStringConvertible {
    struct File: Decodable {
        var path: String
        var bytes: Int64?
        var sha256: String?
        var present: Bool?

        var isHere: Bool { present != false }
    }

    struct Place: Decodable {
        var latitude: Double
        var longitude: Double
    }

    struct Adjustment: Decodable {
        var formatId: String?
        var formatVersion: String?
        var timestamp: String?
    }

    struct Asset: Decodable {
        var uuid: String
        var originalFilename: String
        var kind: String
        var date: String?
        var tzOffsetSeconds: Int?
        var title: String?
        var caption: String?
        var keywords: [String]
        var persons: [String]
        var favorite: Bool
        var hidden: Bool
        var trashed: Bool
        var place: Place?
        var edited: Bool
        var adjustment: Adjustment?
        var live: Bool?
        var slowMo: Bool?
        var timeLapse: Bool?
        var panorama: Bool?
        var hdr: Bool?
        var portrait: Bool?
        var screenshot: Bool?
        var screenRecording: Bool?
        var selfie: Bool?
        var rawPair: Bool
        var rawIsOriginal: Bool?
        var referenced: Bool
        var shared: Bool
        var syndicated: Bool?
        var savedToLibrary: Bool?
        var original: File?
        var liveVideo: File?
        var raw: File?
        var rendering: File?
        var renderingVideo: File?
        var adjustmentFile: File?
        var originalAdjustmentFile: File?
    }

    struct Named: Decodable {
        var uuid: String
        var title: String
    }

    struct Album: Decodable {
        var uuid: String
        var title: String
        var kind: String
        var folders: [Named]
        var assets: [String]
    }

    struct Folder: Decodable {
        var uuid: String
        var title: String
        var path: [String]
    }

    var library: String
    var modelVersion: Int
    var assets: [Asset]
    var albums: [Album]
    var folders: [Folder]

    var description: String { library }

    static let all: [KnownLibrary] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Shared.appleKnown.path)) ?? []
        return names.sorted().filter { $0.hasSuffix(".json") }.compactMap { name in
            do {
                let data = try Data(contentsOf: Shared.appleKnown.appending(path: name))
                let decoder = JSONDecoder()
                decoder.keyDecodingStrategy = .convertFromSnakeCase
                return try decoder.decode(KnownLibrary.self, from: data)
            } catch {
                fatalError("\(name): \(error)")
            }
        }
    }()

    var url: URL { Shared.appleLibraries.appending(path: library) }

    /// The paths of files that the library had and the copy doesn't, from `ABSENT.tsv`.
    static let absentFiles: [String] = {
        let text = try? String(contentsOf: Shared.appleLibraries.appending(path: "ABSENT.tsv"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
    }()
}
