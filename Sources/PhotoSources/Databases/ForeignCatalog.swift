internal import GRDB
internal import SystemCalls
internal import SystemPackage

/// Opens the catalogue of another program, and describes failures for people.
struct ForeignCatalog {
    /// The name of the program that owns the catalogue.
    let program: String
    let path: FilePath

    /// Copies the catalogue, and opens the copy.
    ///
    /// - Parameters:
    ///   - temporaryFolder: A private folder that exists.
    ///   - afterReading: See `DatabaseCopy`.
    ///   - body: Creates the source. If it throws, the copy is deleted.
    func open<Source>(
        in temporaryFolder: FilePath, limits: DatabaseCopyLimits, afterReading: () -> Void = {},
        _ body: (ForeignDatabase) throws -> Source
    ) throws(SourceError) -> Source {
        let copy: DatabaseCopy
        do {
            copy = try DatabaseCopy(of: path, in: temporaryFolder, limits: limits, afterReading: afterReading)
        } catch {
            throw sourceError(error)
        }
        do {
            let database = try ForeignDatabase(copy)
            do {
                return try body(database)
            } catch {
                database.close()
                throw error
            }
        } catch {
            throw sourceError(error)
        }
    }

    /// Returns the error for people of a catalogue that can't be read.
    func sourceError(_ error: any Error) -> SourceError {
        switch error {
        case let error as SourceError:
            error
        case let error as DatabaseCopy.Failure:
            copyError(error)
        case let error as CatalogColumns.MissingName:
            SourceError(
                .unsupported,
                """
                The catalogue \(path.text) has no “\(error.name)”. Open it in a current version of \(program), which \
                converts it, and try again.
                """)
        case let error as DatabaseError:
            databaseError(error)
        default:
            SourceError(.damaged, "The catalogue \(path.text) can't be read: \(error).")
        }
    }

    private func copyError(_ failure: DatabaseCopy.Failure) -> SourceError {
        switch failure {
        case .unreadable(let path, let errno):
            SourceError(.unreadable, "\(path.text) can't be read: \(errno).")
        case .unwritable(let path, let errno):
            SourceError(.unreadable, "The catalogue can't be copied to \(path.text): \(errno).")
        case .unusable:
            SourceError(.damaged, "The catalogue \(path.text) isn't a file, or is larger than Albumen reads.")
        case .tooLittleSpace(let needed, let free):
            SourceError(
                .unreadable,
                """
                The copy of \(path.text) needs \(needed >> 20) MB, and \(max(0, free) >> 20) MB are free. Free some \
                space, and try again.
                """)
        case .changing:
            SourceError(.busy, "\(program) is running and changes \(path.text). Quit \(program), and try again.")
        }
    }

    private func databaseError(_ error: DatabaseError) -> SourceError {
        switch error.resultCode {
        case .SQLITE_NOTADB:
            SourceError(.damaged, "The catalogue \(path.text) is no database of \(program), or is damaged.")
        case .SQLITE_INTERRUPT, .SQLITE_TOOBIG:
            SourceError(.damaged, "The catalogue \(path.text) is larger than Albumen reads.")
        default:
            SourceError(
                .damaged,
                """
                The catalogue \(path.text) is damaged (\(error.message ?? "SQLite error \(error.resultCode)")). Use a \
                backup of the catalogue, and try again.
                """)
        }
    }
}
