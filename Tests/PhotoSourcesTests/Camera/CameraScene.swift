import Foundation
import PhotoSources
import Records
import SystemPackage

/// A temporary folder for one test. It's removed with the object.
final class CameraScene {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("camera-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @discardableResult
    func add(_ path: String, _ bytes: Data = Data("bytes".utf8), time: Double = 1_600_000_000) throws -> URL {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: file.path)
        return file
    }

    /// Writes a program.
    func program(_ name: String, _ text: String) throws -> FilePath {
        let file = folder.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        // A process that another test is starting can have the file open for writing for a moment. The system doesn't run
        // it until then.
        let descriptor = Foundation.open(file.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        while fcntl(descriptor, Self.setLease, F_RDLCK) < 0, errno == EAGAIN { usleep(1_000) }
        _ = fcntl(descriptor, Self.setLease, F_UNLCK)
        return FilePath(file.path)
    }

    /// `F_SETLEASE`, which Glibc's module lacks.
    private static let setLease: Int32 = 1_024
}

extension PhotoSource {
    func items() throws -> [SourceItem] {
        var items: [SourceItem] = []
        try forEachItem {
            items.append($0)
            return true
        }
        return items
    }
}

extension SourceItem {
    var fileNames: [String] { originals.map(\.name) }
}

func bytes(of file: SourceFile) throws -> Data {
    var data = Data()
    try SourceFileReader().read(file) { data.append(contentsOf: $0) }
    return data
}
