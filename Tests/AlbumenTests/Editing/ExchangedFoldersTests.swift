import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Random histories of three libraries that exchange their photos through folders: edits, reverts, exports and imports,
/// of files whose names are those of other photos' edits.
///
/// Whatever happens, each library keeps the bytes of all photos that it has imported, and a photo is edited only by a
/// rendering that was made of it.
@Suite struct ExchangedFoldersTests {
    private static let names = [
        "IMG_0001.JPG", "IMG_0001.jpg", "IMG_E0001.JPG", "IMG_E0001.jpeg", "img_e0001.jpg", "IMG_B0001.JPG",
        "E_Holiday.JPG", "Holiday.JPG", "Holiday (2).JPG", "E_Holiday (2).jpg", "IMG_E_1.JPG",
    ]

    @Test(arguments: 0..<TestLength.cases(3)) func `no history loses a photo or edits another one`(seed: Int) throws {
        let history = try History(seed: UInt64(seed))
        for step in 0..<30 {
            let deed = try history.takeStep()
            try history.check("seed \(seed), step \(step): \(deed)")
        }
    }

    /// A library with what the model knows of it.
    private final class Member {
        let temporary: TemporaryLibrary
        /// The photos that must be items of their own.
        var photos: Set<BlobDigest> = []

        init() throws { temporary = try TemporaryLibrary() }

        var library: Library { temporary.library }

        func assets() throws -> [(asset: AssetRecord, files: AssetFiles<ResourceRecord>)] {
            let identifiers = try library.owner.assetIdentifiers(AssetFetch())
            let rows = try library.owner.assets(withIdentifiers: identifiers)
            return try identifiers.compactMap { rows[$0] }.map { asset in
                (asset, AssetFiles(try #require(try library.owner.resources(ofAsset: asset.id))))
            }
        }
    }

    private final class History {
        private var random: SeededGenerator
        private let members: [Member]
        private let sources: TemporaryFolder
        private var folders: [TemporaryFolder] = []
        /// The photo that each rendering was made of.
        private var originals: [BlobDigest: BlobDigest] = [:]
        private var count = 0

        init(seed: UInt64) throws {
            random = SeededGenerator(seed: seed)
            members = try (0..<3).map { _ in try Member() }
            sources = try TemporaryFolder()
        }

        /// Makes a random change, and returns what it is.
        func takeStep() throws -> String {
            let member = members[Int.random(in: 0..<3, using: &random)]
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3: return try add(to: member)
            case 3..<6: return try edit(in: member)
            case 6: return try revert(in: member)
            case 7..<9: return try export(from: member)
            default: return try `import`(into: member)
            }
        }

        private func makeJPEG() throws -> (data: Data, digest: BlobDigest) {
            count += 1
            // Few times of capture, so that photos of other names have the time of an original.
            let exif = SampleMedia.Exif(
                dateTimeOriginal: "2019:01:02 03:04:0\(Int.random(in: 0..<3, using: &random))")
            let data = SampleMedia.jpeg(width: 64, height: 48, comment: "\(count)", exif: exif)
            return (data, try BlobDigest(hashing: data))
        }

        private func add(to member: Member) throws -> String {
            let name = ExchangedFoldersTests.names.randomElement(using: &random) ?? "a.jpg"
            let (data, digest) = try makeJPEG()
            let file = try sources.write(data, to: "\(count)/\(name)")
            try member.temporary.importPaths([file.path(percentEncoded: false)])
            member.photos.insert(digest)
            return "\(digest.hexadecimal.prefix(4)) as \(name)"
        }

        private func edit(in member: Member) throws -> String {
            guard let (asset, files) = try member.assets().randomElement(using: &random),
                let original = files.picture(.unadjusted).map(\.sha256)
            else { return "nothing to edit" }
            let (data, digest) = try makeJPEG()
            originals[digest] = original
            let file = try sources.write(data, to: "\(count)/rendering.jpg")
            let format = "com.example.\(Int.random(in: 0..<2, using: &random))"
            try member.temporary.commit(
                .edit(
                    AssetEdit(
                        adjustment: EditFixture.adjustment(format, "\(count)"),
                        renderings: [EditRendering(type: .fullSizePhoto, file: file)]), assetUUID: asset.uuid))
            return "edit of \(original.hexadecimal.prefix(4))"
        }

        private func revert(in member: Member) throws -> String {
            guard let (asset, _) = try member.assets().filter(\.asset.hasAdjustments).randomElement(using: &random)
            else { return "nothing to revert" }
            try member.temporary.commit(.revertEdit(assetUUID: asset.uuid))
            return "revert"
        }

        private func export(from member: Member) throws -> String {
            if folders.isEmpty || Bool.random(using: &random) { folders.append(try TemporaryFolder()) }
            let index = Int.random(in: 0..<folders.count, using: &random)
            var options = ExportOptions()
            options.includesOriginals = true
            let view = member.library.owner
            let export = Export(from: view, to: folders[index].url, options: options) { event in
                if case .failed(_, _, let reason) = event { Issue.record("\(reason)") }
            }
            _ = try export.run(try Export.everything(in: view))
            return "export to \(index)"
        }

        private func `import`(into member: Member) throws -> String {
            guard let index = folders.indices.randomElement(using: &random) else { return "nothing to import" }
            let path = folders[index].path
            try member.temporary.importPaths([path])
            for name in try folders[index].names() where !name.hasSuffix("AAE") {
                let digest = try BlobDigest(hashingFileAt: folders[index].file(name))
                // Renderings become photos of their own only if their edit can't join.
                if originals[digest] == nil { member.photos.insert(digest) }
            }
            return "import of \(index)"
        }

        func check(_ place: String) throws {
            for member in members {
                var found: Set<BlobDigest> = []
                for (_, files) in try member.assets() {
                    for file in files.all {
                        let digest = file.sha256
                        #expect(try member.library.blobs.contains(digest), Comment(rawValue: place))
                        if file.type == .photo { found.insert(digest) }
                        guard [.fullSizePhoto, .adjustmentBasePhoto].contains(file.type) else { continue }
                        let original = files.picture(.unadjusted).map(\.sha256)
                        #expect(originals[digest] == original, Comment(rawValue: place))
                    }
                }
                #expect(found.isSuperset(of: member.photos), Comment(rawValue: place))
            }
        }
    }
}
