internal import Foundation
internal import GRDB
internal import PropertyLists
internal import SystemCalls
internal import SystemPackage

extension ApplePhotos {
    /// Returns the error for people of a failed copy of the catalogue.
    static func sourceError(_ failure: DatabaseCopy.Failure, library: Library) -> SourceError {
        switch failure {
        case .unreadable(let path, let errno):
            SourceError(.unreadable, "\(path.text) can't be read: \(errno).")
        case .unwritable(let path, let errno):
            SourceError(.unreadable, "The catalogue can't be copied to \(path.text): \(errno).")
        case .unusable:
            SourceError(
                .damaged, "The database in \(library.path.text) isn't a file, or is larger than Albumen reads.")
        case .tooLittleSpace(let needed, let free):
            SourceError(
                .unreadable,
                """
                The copy of the database in \(library.path.text) needs \(needed >> 20) MB, and \(max(0, free) >> 20) \
                MB are free. Free some space, and try again.
                """)
        case .changing where library.kind == .backup:
            SourceError(
                .busy, "The backup \(library.path.text) is being made. Wait until it's finished, and try again.")
        case .changing:
            SourceError(
                .busy,
                """
                Photos is running and changes \(library.path.text)\(owner(of: library)). Quit Photos, and try again.
                """)
        }
    }

    /// Returns the error for people of a catalogue that can't be read.
    static func sourceError(_ error: any Error, library: FilePath, _ kind: Kind = .mac) -> SourceError {
        switch error {
        case let error as SourceError:
            return error
        case let error as PhotosCatalogSchema.MissingName:
            let version = error.model.map { " (model \($0))" } ?? ""
            return SourceError(
                .unsupported,
                """
                The catalogue of \(library.text)\(version) has no “\(error.name)”. Albumen doesn't read this \
                version.
                """)
        case let error as DatabaseError:
            return databaseError(error, library: library, kind)
        default:
            return SourceError(.damaged, "The catalogue of \(library.text) can't be read: \(error).")
        }
    }

    private static func databaseError(_ error: DatabaseError, library: FilePath, _ kind: Kind) -> SourceError {
        switch error.resultCode {
        case .SQLITE_NOTADB:
            return SourceError(
                .damaged, "The catalogue of \(library.text) is encrypted or damaged. \(kind.remedy).")
        case .SQLITE_INTERRUPT, .SQLITE_TOOBIG:
            return SourceError(.damaged, "The catalogue of \(library.text) is larger than Albumen reads.")
        default:
            return SourceError(
                .damaged,
                """
                The catalogue of \(library.text) is damaged (\(error.message ?? "SQLite error \(error.resultCode)")). \
                \(kind.remedy), and try again.
                """)
        }
    }

    /// Returns the error for people if the files of a library can't be reached any more. Returns `nil` if its catalogue
    /// can still be read, so that a missing file is only that.
    static func interruption(of library: Library) -> SourceError? {
        switch library.kind.database.map(library.files.find) {
        case .file, nil: return nil
        case .absent:
            return SourceError(
                .unreadable,
                """
                \(library.path.text) isn't there any more. Connect the \(library.kind.isPhone ? "phone or disk" : "disk") \
                again, and repeat the import.
                """)
        case .unreadable, .empty:
            return SourceError(
                .unreadable,
                """
                \(library.path.text) can't be read any more. \
                \(library.kind == .phone ? "Unlock the phone" : "Check the disk and the permissions"), and repeat the \
                import.
                """)
        }
    }

    /// Returns the computer that has the library open, as far as the library tells. Copies of libraries keep this file,
    /// so it's only a hint.
    private static func owner(of library: Library) -> String {
        guard let database = library.kind.database,
            case .file(let path, let status) = library.files.find(database + ".lock"), status.size <= 65_536,
            let bytes = AppleRecipe.read(path, size: Int(status.size)),
            let list = try? PropertyListValue(parsing: bytes),
            let host = list["hostname"]?.string ?? list["LockHost"]?.string
        else { return "" }
        return " on \(String(host.prefix(100)))"
    }
}
