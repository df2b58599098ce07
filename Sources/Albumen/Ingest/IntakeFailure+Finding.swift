import BlobStore
import MediaRequests
import PhotoLibrary

extension IntakeFailure {
    /// Returns the finding that an import reports for the file.
    ///
    /// - Parameter filename: The file's name. If it's the name of a photo or video, such as `a.jpg`, the finding is a
    ///   refusal even if the contents aren't media.
    func finding(filename: String) -> FileReader.Finding {
        switch reason {
        case .unopenable(let error):
            return .unreadable(reason: "the file cannot be opened: \(error)")
        case .notRegular: return .unreadable(reason: "it isn't a regular file")
        case .replaced:
            return .unreadable(reason: "another file took its place during the import. Import the folder again")
        case .noRoom(_, let size):
            let reserve = LocalBlobStore.reserveInBytes >> 20
            return .unreadable(
                reason:
                    "there is no room in the library for its \(size) bytes, because \(reserve) MB of its disk stay free"
            )
        case .source(let error): return .unreadable(reason: error.message)
        case .media(let error):
            if error.code == .notMedia, !IngestRules.isMediaName(filename) { return .notMedia }
            return error.concern == .file ? .refused(reason: error.message) : .unreadable(reason: error.message)
        }
    }
}
