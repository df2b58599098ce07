import AlbumenTestSupport
import Foundation
import PhotoSources
import Testing

/// Names that the rules form forwards from titles are found backwards (imports 2.3).
@Suite struct TakeoutGeneratedNameTests {
    struct Upload {
        var file: String
        var document: String
        var title: String
        var edit: String?
        var video: String?
    }

    @Test func `10,000 generated photos find their documents, edits and videos`() {
        var generator = SeededGenerator(seed: 2024)
        var count = 0
        while count < 10_000 {
            let uploads = Self.folder(of: 50, &generator)
            count += uploads.count
            for hasTitles in [true, false] { Self.check(uploads, hasTitles: hasTitles) }
        }
    }

    private static func check(_ uploads: [Upload], hasTitles: Bool) {
        var files = uploads.map(\.file)
        files += uploads.compactMap(\.edit) + uploads.compactMap(\.video)
        // The order of folders and archives doesn't matter.
        files.sort()
        let documents = uploads.map { TakeoutMatch.Document(name: $0.document, title: hasTitles ? $0.title : nil) }
        let match = TakeoutMatch(files: files, documents: documents)
        let groups = Dictionary(uniqueKeysWithValues: match.groups.map { (files[$0.original], $0) })
        #expect(match.groups.count == uploads.count)
        #expect(match.unusedDocuments.isEmpty)
        for (index, upload) in uploads.enumerated() {
            let group = groups[upload.file]
            #expect(group?.document == index, "\(upload)")
            #expect(group?.edit.map { files[$0] } == upload.edit, "\(upload)")
            #expect(group?.video.map { files[$0] } == upload.video, "\(upload)")
        }
    }

    private static func folder(of count: Int, _ generator: inout SeededGenerator) -> [Upload] {
        var uploads: [Upload] = []
        var names: Set<String> = []
        var repeated: String?
        while uploads.count < count {
            let title = repeated ?? title(&generator)
            let isRepeated = Int.random(in: 0..<4, using: &generator) == 0
            let isNew = Bool.random(using: &generator)
            let isCut = Int.random(in: 0..<8, using: &generator) > 0
            guard let upload = upload(of: title, isNew: isNew, isCut: isCut, names: names, &generator) else {
                repeated = nil
                continue
            }
            names.formUnion([upload.file, upload.document, upload.edit, upload.video].compactMap { $0?.lowercased() })
            uploads.append(upload)
            // Of two photos with one video, the names don't tell which has it.
            repeated = isRepeated && upload.video == nil ? title : nil
        }
        return uploads
    }

    /// Returns `nil` if the rules don't say how the export would name the upload.
    private static func upload(
        of title: String, isNew: Bool, isCut: Bool, names: Set<String>, _ generator: inout SeededGenerator
    ) -> Upload? {
        let cleaned = String(title.map { "&'?:/\\\"<>|*%".contains($0) ? "_" : $0 })
        let dot = cleaned.lastIndex(of: ".")
        let (whole, pathExtension) = dot.map { (cleaned[..<$0], cleaned[$0...]) } ?? (cleaned[...], ".jpg")
        guard let stem = cut(String(whole), 47, &generator) else { return nil }
        var (file, suffix, number) = (stem + pathExtension, "", 0)
        while names.contains(file.lowercased()) {
            number += 1
            suffix = "(\(number))"
            file = stem + suffix + pathExtension
        }
        // A title that has the number of a copy.
        guard number == 0 || !stem.hasSuffix(")") else { return nil }
        // A cut name without an extension beside a name that isn't cut can't be inverted.
        guard dot != nil || isCut || whole.utf16.count < 47 else { return nil }
        let base = isNew ? cleaned + ".supplemental-metadata" : cleaned
        guard let document = isCut ? cut(base, 46, &generator) : base else { return nil }
        var upload = Upload(file: file, document: document + suffix + ".json", title: title)
        guard !names.contains(upload.document.lowercased()), whole.last != "-" else { return nil }
        let isPhoto = [".jpg", ".HEIC"].contains(pathExtension)
        let hasRival = [".jpg", ".HEIC", ".mp4", ".png"].contains { other in
            names.contains { $0.hasPrefix(stem.lowercased()) && $0.contains(other.lowercased()) }
        }
        if isPhoto, number == 0, !hasRival, stem.utf16.count < 40 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                upload.edit =
                    stem + ["-edited", "-bearbeitet", "-ha editado", "-edi"].randomElement(using: &generator)!
                    + pathExtension
            case 1 where !names.contains { $0.hasPrefix(stem.lowercased()) }: upload.video = stem + ".MP4"
            default: break
            }
        }
        return upload
    }

    private static func cut(_ text: String, _ length: Int, _ generator: inout SeededGenerator) -> String? {
        // Decomposed titles are cut in their composed form by the rules.
        TakeoutName.cuts(of: text, to: length).randomElement(using: &generator)
    }

    private static let words = [
        "IMG", "PXL", "Screenshot", "Wanderung", "Grüße", "Österreich", "🐶", "🐨🐯", "photo", "What's up?", "11/03/18",
        "com.whatsapp", "Tom & Jerry", "original", "(beach house)", "ORIGINAL", "père Noël", "東京", "отпуск", "v1.2",
    ]

    private static func title(_ generator: inout SeededGenerator) -> String {
        var title = words.randomElement(using: &generator)!
        for _ in 0..<Int.random(in: 0..<6, using: &generator) {
            let separator = ["_", " ", ".", ""].randomElement(using: &generator)!
            title += separator + words.randomElement(using: &generator)!
        }
        title += "_\(Int.random(in: 0..<100_000, using: &generator))"
        if Int.random(in: 0..<20, using: &generator) == 0 { title += " (\(Int.random(in: 1..<30, using: &generator)))" }
        // Uploaded without an extension.
        if Int.random(in: 0..<25, using: &generator) == 0, !title.contains(".") { return title }
        return title + [".jpg", ".HEIC", ".png", ".mp4", ".JPG"].randomElement(using: &generator)!
    }
}
