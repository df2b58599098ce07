import PhotoSources
import SystemCalls
import SystemPackage

/// A library or an export among the paths of an import.
enum FoundSource {
    case path(String)
    case takeout(TakeoutParts)
    /// The folders of an export of iCloud Photos.
    case appleExport([String])

    /// The path as the user named it, or the folder that contains all parts.
    var path: String {
        switch self {
        case .path(let path): path
        case .takeout(let parts): parts.path?.text ?? ""
        case .appleExport(let paths): paths.first ?? ""
        }
    }

    /// The files that come in as usual if this is no source.
    var files: [FilePath] {
        switch self {
        case .path, .appleExport: []
        case .takeout(let parts): parts.files + parts.archivePaths
        }
    }

    /// Whether it can turn out to be no source when it's opened.
    var isCandidate: Bool {
        if case .takeout = self { true } else { false }
    }

    /// - Parameter folder: A private folder, which the caller removes.
    func open(_ options: SourceOptions, temporaryFolder folder: FilePath) throws(SourceError) -> any PhotoSource {
        switch self {
        case .path(let path): try SourceFinder.open(path, options, temporaryFolder: folder)
        case .takeout(let parts): try SourceFinder.open(parts, options, temporaryFolder: folder)
        case .appleExport(let paths): try SourceFinder.openAppleExport(paths, options)
        }
    }
}
