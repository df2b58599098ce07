package import Foundation
import PropertyLists
import SystemCalls
import SystemPackage

/// The properties that a program declares about itself in an `Info.plist`.
///
/// The file is beside the executable, in the folder of its bundle (`NAME.resources`, also under `../share`), in the
/// folder above it (`Contents` of an application's bundle), or in the resources that SwiftPM puts beside it
/// (`PACKAGE_TARGET.resources`, also one folder deeper, because SwiftPM keeps that name for itself).
package struct ProgramProperties: Sendable {
    /// The largest number of resource folders that are searched.
    private static let folderLimit = 64

    private let values: PropertyListValue?

    /// The properties of this program, read on first use.
    package static let current = ProgramProperties(
        ofProgramAt: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath())

    /// A program without properties.
    package static let none = ProgramProperties(values: nil)

    private init(values: PropertyListValue?) {
        self.values = values
    }

    /// Reads the first property list that the program has. A file that can't be read counts as missing.
    package init(ofProgramAt executable: URL) {
        values = Self.candidates(executable).lazy.compactMap(Self.read).first
    }

    /// The reason for reading photos, or for adding photos, for the user. `nil` if the program gives none.
    package func usage(onlyToAdd: Bool) -> String? {
        text(onlyToAdd ? "NSPhotoLibraryAddUsageDescription" : "NSPhotoLibraryUsageDescription")
    }

    /// Whether the program doesn't want the user to be asked about the selection at its first fetch.
    package var preventsLimitedAccessAlert: Bool {
        values?["PHPhotoLibraryPreventAutomaticLimitedAccessAlert"] == .boolean(true)
    }

    private func text(_ key: String) -> String? {
        guard let text = values?[key]?.string?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
            return nil
        }
        return text
    }

    private static func candidates(_ executable: URL) -> [URL] {
        let folder = executable.deletingLastPathComponent()
        let above = folder.deletingLastPathComponent()
        let name = executable.lastPathComponent
        let bundle = "\(name).resources"
        var folders = [folder, folder.appending(path: bundle), above.appending(path: "share/\(bundle)")]
        if folder.lastPathComponent == "MacOS" || folder.lastPathComponent == "Linux" { folders.append(above) }
        folders += subfolders(of: folder) { $0.hasSuffix("_\(bundle)") }.flatMap { resources in
            [resources] + subfolders(of: resources) { _ in true }
        }
        return folders.map { $0.appending(path: "Info.plist") }
    }

    /// Returns the folders in a folder, ordered by name.
    private static func subfolders(of folder: URL, where isIncluded: (String) -> Bool) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        let included = names.filter(isIncluded).sorted().prefix(folderLimit)
        return included.map { folder.appending(path: $0, directoryHint: .isDirectory) }
    }

    private static func read(_ file: URL) -> PropertyListValue? {
        let path = file.path(percentEncoded: false)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let status = try? FileDescriptor(rawValue: descriptor).status(), status.isRegularFile,
            let bytes = try? handle.read(upToCount: PropertyListLimits.byteCount + 1)
        else { return nil }
        return try? PropertyListValue(parsing: bytes)
    }
}
