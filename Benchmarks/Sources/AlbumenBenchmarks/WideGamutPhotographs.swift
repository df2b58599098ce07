import Foundation

/// The photographs with Display P3's profile, as written by phones.
enum WideGamutPhotographs {
    static func make(of photographs: [String], in folder: URL) throws -> [String] {
        let profile = try JPEGSegments.colourProfile(DisplayP3Profile.bytes)
        return try photographs.map { path in
            let photograph = try Data(contentsOf: URL(fileURLWithPath: path))
            let file = folder.appendingPathComponent(URL(fileURLWithPath: path).lastPathComponent)
            try (photograph.prefix(2) + profile + photograph.dropFirst(2)).write(to: file)
            return file.path
        }
    }
}
