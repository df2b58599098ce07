import Foundation
import Records
import Synchronization
import TemporaryFiles
import UniformTypeIdentifiers

/// The temporary files of one content editing output, in a folder of their own. Deleted with the last reference.
final class RenderingFiles: Sendable {
    /// The kinds of edited files.
    enum Kind: Sendable {
        case jpeg, heic, movie
        /// The video of a Live Photo. It's never the only file of an edit.
        case pairedVideo

        var contentType: UTType {
            switch self {
            case .jpeg: .jpeg
            case .heic: .heic
            case .movie, .pairedVideo: .quickTimeMovie
            }
        }

        /// The name in messages.
        var name: String {
            switch self {
            case .jpeg: "a JPEG"
            case .heic: "a HEIC"
            case .movie, .pairedVideo: "a QuickTime movie (.mov)"
            }
        }

        var resourceType: ResourceType {
            switch self {
            case .jpeg, .heic: .fullSizePhoto
            case .movie: .fullSizeVideo
            case .pairedVideo: .fullSizePairedVideo
            }
        }

        fileprivate var filename: String {
            switch self {
            case .jpeg: "FullSizeRender.jpg"
            case .heic: "FullSizeRender.heic"
            // A photo and its paired video have one name, and no edit has both movies.
            case .movie, .pairedVideo: "FullSizeRender.mov"
            }
        }
    }

    private struct State {
        var folder: URL?
        /// The kinds whose URLs were requested, the last one at the end.
        var requested: [Kind] = []
    }

    private let folders: RenderingFolders
    private let state = Mutex(State())

    init(in folders: RenderingFolders = .shared) {
        self.folders = folders
    }

    deinit { remove() }

    /// Returns the URL of the file of a kind. Creates the folder first.
    ///
    /// - Throws: `CocoaError` or `Errno` if the folder can't be created.
    func url(for kind: Kind) throws -> URL {
        try state.withLock { state in
            let folder = try state.folder ?? folders.make()
            state.folder = folder
            if kind != .pairedVideo {
                state.requested.removeAll { $0 == kind }
                state.requested.append(kind)
            }
            return Self.url(of: kind, in: folder)
        }
    }

    /// The file that the app wrote, or `nil` if there is none.
    var written: (kind: Kind, file: URL)? {
        let (folder, requested) = state.withLock { ($0.folder, $0.requested) }
        guard let folder else { return nil }
        for kind in requested.reversed() {
            let file = Self.url(of: kind, in: folder)
            if FileManager.default.fileExists(atPath: file.path) { return (kind, file) }
        }
        return nil
    }

    /// The video of a Live Photo beside the photo, or `nil` if there is none.
    var writtenPairedVideo: URL? {
        guard let folder = state.withLock({ $0.folder }) else { return nil }
        let file = Self.url(of: .pairedVideo, in: folder)
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }

    /// The kind of photo whose URL was requested last. JPEG if none was.
    var requestedPhoto: Kind {
        state.withLock { $0.requested.last { $0 == .jpeg || $0 == .heic } } ?? .jpeg
    }

    /// Deletes the files. The next URL is in a new folder.
    func remove() {
        guard let folder = state.withLock({ $0.folder.take() }) else { return }
        ProcessFolder.remove(folder)
    }

    private static func url(of kind: Kind, in folder: URL) -> URL {
        folder.appending(path: kind.filename, directoryHint: .notDirectory)
    }
}

/// The folders of this process's content editing outputs, in its own folder among the user's temporary files. The
/// process removes it when it ends.
final class RenderingFolders: Sendable {
    static let shared: RenderingFolders = {
        atexit { RenderingFolders.shared.remove() }
        return RenderingFolders(in: TemporaryLocation.ofFiles)
    }()

    private let temporary: URL
    private let folder = Mutex<ProcessFolder?>(nil)

    init(in temporary: URL) {
        self.temporary = temporary
    }

    deinit { remove() }

    /// Creates a folder that only this user can read.
    ///
    /// - Throws: An error if the folder can't be created.
    func make() throws -> URL {
        try folder.withLock { folder in
            // A program that cleans temporary files may have removed the process's folder.
            if let known = folder, FileManager.default.fileExists(atPath: known.url.path) {
                return try known.makeFolder()
            }
            guard let made = ProcessFolder(named: "edits", in: temporary) else {
                throw RequestFailure.noTemporaryFolder(temporary)
            }
            folder = made
            return try made.makeFolder()
        }
    }

    func remove() {
        folder.withLock { $0.take() }?.remove()
    }
}
