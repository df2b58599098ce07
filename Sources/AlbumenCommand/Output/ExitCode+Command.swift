import Albumen
import ArgumentParser
import BlobStore
import MediaRequests
import Records

extension ExitCode {
    /// The command line is invalid.
    static let usage = ExitCode(2)
    /// The command succeeded, but some files were refused or couldn't be read.
    static let refused = ExitCode(3)
    /// The disk of the library, or of what the command writes, is full.
    static let diskFull = ExitCode(4)

    /// Returns the status for an error that a command doesn't handle.
    static func status(of error: any Error) -> ExitCode {
        let isFull =
            switch error {
            case let error as BlobStoreError: error.code == .notEnoughSpace
            case let error as CatalogError: error.code == .diskFull
            case let error as MediaError: error.code == .diskFull
            case let error as BackupError: error.code == .noRoom
            case let error as ExportError: error.code == .fullFolder
            default: false
            }
        return isFull ? .diskFull : .failure
    }
}
