import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// A phone's files that fail as a test asks.
final class FaultyFiles: CatalogFiles {
    private let files: ContainedFiles
    /// Returns the answer for a path, or `nil` for that of the disk.
    var answer: (String) -> ContainedFiles.Found? = { _ in nil }
    private(set) var callCount = 0

    init(_ path: FilePath) throws {
        files = try ContainedFiles(path)
    }

    func find(_ relativePath: String) -> ContainedFiles.Found {
        callCount += 1
        return answer(relativePath) ?? files.find(relativePath)
    }

    func names(in folder: String, startingWith prefix: String) -> [String] {
        callCount += 1
        return answer(folder) == nil ? files.names(in: folder, startingWith: prefix) : []
    }

    func listing(of folder: String) -> FolderListing {
        callCount += 1
        return answer(folder) == nil ? files.listing(of: folder) : FolderListing([])
    }
}

/// Phones and disks that fail in the middle (imports 1.9).
@Suite struct FaultTests {
    private let library: MadeLibrary
    private let files: FaultyFiles

    init() throws {
        library = try MadeLibrary(.phone)
        for _ in 1...6 { try library.addItem() }
        files = try FaultyFiles(library.path)
    }

    private func open() throws -> PhotosLibrarySource {
        let copy = try DatabaseCopy(
            of: library.path.appending("PhotoData/Photos.sqlite"),
            in: FilePath(try library.folder.folder("temporary").path))
        return try PhotosLibrarySource(
            ApplePhotos.Library(path: library.path, kind: .phone, files: files),
            database: try ForeignDatabase(copy), options: ApplePhotosOptions())
    }

    /// Reads the items until the error.
    private func read(_ body: (SourceItem) -> Bool = { _ in true }) throws -> (items: [SourceItem], error: SourceError?)
    {
        let source = try open()
        defer { source.close() }
        var items: [SourceItem] = []
        let error = MadeCatalog.failure {
            try source.forEachItem {
                items.append($0)
                return body($0)
            }
        }
        return (items, error)
    }

    @Test("imports 1.9: a phone that is disconnected in the middle ends the source with one sentence")
    func vanishing() throws {
        var isGone = false
        files.answer = { _ in isGone ? .absent : nil }
        let (items, error) = try read {
            isGone = $0.name == "IMG_3.JPG"
            return true
        }
        #expect(items.map(\.exclusion) == [nil, nil, nil])
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("isn't there any more. Connect the phone or disk again") == true)
    }

    @Test("imports 1.9: a phone that vanishes while an item is found doesn't lose the item's video")
    func vanishingInside() throws {
        try library.execute("UPDATE ZASSET SET ZKINDSUBTYPE = 2 WHERE Z_PK = 4")
        try library.write("video", to: "DCIM/100APPLE/IMG_0004.MOV")
        var isGone = false
        files.answer = { path in
            defer { if path.hasSuffix("IMG_0004.HEIC") { isGone = true } }
            return isGone ? .absent : nil
        }
        let (items, error) = try read()
        #expect(items.count == 3)
        #expect(error?.code == .unreadable)
    }

    @Test("imports 1.9: a phone that is locked ends the source with one sentence")
    func locked() throws {
        var isLocked = false
        files.answer = { _ in isLocked ? .unreadable : nil }
        let (items, error) = try read {
            isLocked = $0.name == "IMG_2.JPG"
            return true
        }
        #expect(items.count == 2)
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("Unlock the phone") == true)
    }

    @Test("imports 1.9: files that can't be read are listed one by one while the phone can")
    func unreadableFolder() throws {
        files.answer = { path in
            if path.hasSuffix("IMG_0002.HEIC") { return .unreadable }
            return path.hasSuffix("IMG_0005.HEIC") ? .absent : nil
        }
        let (items, error) = try read()
        #expect(error == nil)
        #expect(items.map(\.exclusion) == [nil, .unreadable, nil, nil, .absent, nil])
        #expect(items[1].exclusionDetail == "DCIM/100APPLE/IMG_0002.HEIC can't be read")
        #expect(items[4].exclusionDetail == "DCIM/100APPLE/IMG_0005.HEIC")
    }

    @Test("imports 1.9: a file that shrinks to nothing, or a recipe that is cut, costs itself alone")
    func shrinking() throws {
        try library.execute("UPDATE ZASSET SET ZADJUSTMENTSSTATE = 2 WHERE Z_PK = 1")
        let folder = "PhotoData/Mutations/DCIM/100APPLE/IMG_0001/Adjustments"
        try library.write("rendering", to: "\(folder)/FullSizeRender.jpg")
        try library.write(try MadeLibrary.recipe(), to: "\(folder)/Adjustments.plist")
        let recipe = library.url.appending(path: "\(folder)/Adjustments.plist")
        let disk = try ContainedFiles(library.path)
        files.answer = { [library] path in
            let found = disk.find(path)
            if path.hasSuffix("Adjustments.plist") {
                try? (try? Data(contentsOf: recipe))?.prefix(100).write(to: recipe)
            }
            if path.hasSuffix("IMG_0002.HEIC") {
                try? library.write(Data(), to: path)
                return disk.find(path)
            }
            return path.hasSuffix(".plist") ? found : nil
        }
        let (items, error) = try read()
        #expect(error == nil)
        #expect(items.map(\.exclusion) == [nil, .empty, nil, nil, nil, nil])
        #expect(items[0].edit?.renderings.count == 1)
        #expect(items[0].edit?.recipe == nil)
        #expect(items[0].differences == [SourceDifference(.edits, .noRecipe)])
    }

    @Test("imports 1.9: a slow phone is asked twice for a plain photo, and not after the end")
    func slow() throws {
        let (items, _) = try read()
        #expect(items.count == 6)
        #expect(files.callCount == 12)
        let (some, error) = try read { $0.name != "IMG_2.JPG" }
        #expect(some.count == 2)
        #expect(error == nil)
        #expect(files.callCount == 16)
    }

    @Test(
        "imports 1.9: a disk with a phone's tree or a backup that is removed ends the source", arguments: [true, false])
    func removed(_ isBackup: Bool) throws {
        let backup = try MadeBackup(library)
        let source = isBackup ? try backup.open() : try library.open()
        defer { source.close() }
        let place = isBackup ? backup.url : library.url
        var count = 0
        let error = MadeCatalog.failure {
            try source.forEachItem { _ in
                count += 1
                if count == 2 {
                    try FileManager.default.moveItem(at: place, to: library.folder.url.appending(path: "elsewhere"))
                }
                return true
            }
        }
        #expect(count == 2)
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("isn't there any more") == true)
    }
}
