import BlobStore
import Foundation
import LibraryFiles
package import PhotoLibrary
import SystemCalls
import SystemPackage

/// The file `health/record.json` in a library's folder. Processes change it one after another.
package struct HealthFile: Sendable {
    static let folderName = "health"
    private static let sizeLimit = 4 << 20

    private let folder: URL
    private let permissions: LibraryPermissions
    private var url: URL { folder.appending(path: "record.json", directoryHint: .notDirectory) }

    package init(of library: Library) {
        folder = library.folder.appending(path: Self.folderName, directoryHint: .isDirectory)
        permissions = library.permissions
    }

    /// Returns the record. A missing file, or one of another version, is an empty record.
    ///
    /// - Throws: The error of the file system if the file can't be read.
    package func read() throws -> HealthRecord {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return HealthRecord()
        }
        guard data.count <= Self.sizeLimit, let record = try? JSONDecoder().decode(HealthRecord.self, from: data),
            record.isReadable
        else { return HealthRecord() }
        return record
    }

    /// Changes the record durably, while the folder is locked. Writes nothing if `body` changes nothing.
    @discardableResult
    package func change(_ body: (inout HealthRecord) throws -> Void) throws -> HealthRecord {
        try DurableFile.makeFolder(at: folder, permissions: permissions)
        let path = folder.path(percentEncoded: false)
        let descriptor = try SystemCall.retrying { open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        defer { close(descriptor) }
        try FileDescriptor(rawValue: descriptor).lock()
        let former = try read()
        var record = former
        try body(&record)
        guard record != former else { return record }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try DurableFile.write(try encoder.encode(record), to: url, permissions: permissions)
        return record
    }
}
