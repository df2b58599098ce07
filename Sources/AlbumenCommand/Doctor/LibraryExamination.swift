import Albumen
import Foundation
import SystemCalls
import SystemPackage

/// Checks that the library opens and can be written.
enum LibraryExamination {
    /// Less free space than this causes a warning. It's enough for a few hundred photos.
    private static let comfortInBytes: UInt64 = 2 << 30
    /// The files and folders that each import writes to.
    private static let writtenNames = [
        "", "catalog.sqlite", "derivatives.sqlite", "originals", "staging", "previews", "parts",
    ]

    static func diagnoses(of options: LibraryOptions) -> [Diagnosis] {
        let folder: URL
        do {
            folder = try options.folder()
        } catch {
            return [
                .fault("library", CommandFailure.text(of: error), remedy: "Name the library's folder with --library.")
            ]
        }
        do {
            guard try Library.isPresent(at: folder) else {
                return [
                    .warning(
                        "library", "There is no library at \(folder.path) yet.",
                        remedy:
                            "Name another with --library, or make this one by importing photos: albumen import FOLDER")
                ]
            }
            let library = try Library(at: folder)
            let pending = try MetadataRefresh.pendingCount(in: library)
            let (places, search) = (try places(in: library), search(in: library))
            try library.close()
            return diagnoses(ofFolder: folder) + [room(in: folder)] + [metadata(pending), places].compactMap { $0 }
                + [search]
        } catch {
            return [.fault("library", CommandFailure.text(of: error), remedy: nil)]
        }
    }

    /// Checks that this user can write to the library's folder, and that others can't read it.
    static func diagnoses(ofFolder folder: URL) -> [Diagnosis] { [writability(of: folder)] + permissions(of: folder) }

    /// Returns a warning if an earlier version of albumen imported photos or videos and read less from them.
    private static func metadata(_ pending: Int) -> Diagnosis? {
        guard pending > 0 else { return nil }
        return .warning(
            "metadata",
            "An earlier version of albumen imported \(Count.text(pending, "item")) and didn't read all that this one "
                + "reads, such as the videos of motion photos.", remedy: "Read it: albumen refresh")
    }

    /// Returns a warning if a search can't find some photos or videos by the current names of their places.
    private static func places(in library: Library) throws -> Diagnosis? {
        let pending = try PlaceRefresh.pendingCount(in: library)
        guard pending > 0 else { return nil }
        do {
            try PlaceRefresh.requireGazetteer(of: library)
        } catch {
            return .warning(
                "places", "The places of \(Count.text(pending, "item")) can't be looked up.",
                remedy: CommandFailure.text(of: error))
        }
        return .warning(
            "places",
            "The places of \(Count.text(pending, "item")) haven't been looked up with this version's names.",
            remedy: "Look them up: albumen refresh")
    }

    private static func search(in library: Library) -> Diagnosis {
        do {
            guard let finding = try SearchIndexFinding.find(in: library) else {
                return .ok("search", "The search index matches the library.")
            }
            let reason = finding.reason.prefix(1).uppercased() + finding.reason.dropFirst()
            return .fault("search", "\(reason).", remedy: "Rebuild it: albumen verify --repair")
        } catch {
            return .warning(
                "search", "The search index can't be checked: \(CommandFailure.text(of: error))", remedy: nil)
        }
    }

    /// Checks the files and folders directly in the library's folder. `verify` checks every file.
    private static func permissions(of folder: URL) -> [Diagnosis] {
        do {
            let findings = try PermissionSurvey.findings(inLibraryAt: folder, extent: .top)
            guard findings.isEmpty else {
                return findings.map { .warning("permissions", $0.text, remedy: nil) }
            }
            let group = try LibrarySharing(ofLibraryAt: folder).group()
            let users = group.map { "Its owner and members of the group “\($0)”" } ?? "Only its owner"
            return [.ok("permissions", "\(users) can use the library's files.")]
        } catch {
            return [.fault("permissions", CommandFailure.text(of: error), remedy: nil)]
        }
    }

    private static func writability(of folder: URL) -> Diagnosis {
        for name in writtenNames {
            let path = name.isEmpty ? folder.path : folder.appending(path: name).path
            guard access(path, W_OK) != 0 else { continue }
            let reason = Errno.current
            guard reason != .noSuchFileOrDirectory else { continue }
            return .fault(
                "library", "\(path) cannot be written to: \(reason).",
                remedy: "Make it writable for the user that albumen runs as.")
        }
        return .ok("library", "\(folder.path) opens and can be written to.")
    }

    private static func room(in folder: URL) -> Diagnosis {
        let amount: UInt64
        do throws(Errno) {
            let space = try DiskSpace(of: folder.path(percentEncoded: false))
            guard space.isKnown else {
                return .ok("space", "The library's file system doesn't say how much is free.")
            }
            amount = UInt64(clamping: space.freeInBytes)
        } catch {
            return .warning("space", "The disk's free space can't be determined: \(error).", remedy: nil)
        }
        guard amount >= comfortInBytes else {
            return .warning(
                "space", "\(ByteText.text(amount)) are free on the library's disk.",
                remedy: "Free some space. An import stops when the disk is full.")
        }
        return .ok("space", "\(ByteText.text(amount)) are free on the library's disk.")
    }
}
