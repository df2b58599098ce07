import PhotoLibrary
import PhotoSources
import Records

/// An XMP file that an import found, and the files beside it that it can belong to.
struct FoundSidecar: Sendable {
    let source: ImportSource
    /// The files that its name can belong to, or `nil` without such a file.
    let match: SidecarNames.Match?
}

extension SidecarNames.FileKind {
    /// Returns what a file with an extension is, or `nil` if it's no photo or video.
    init?(ending: String) {
        let name = "a.\(ending)"
        if IngestRules.isRAWName(name) {
            self = .raw
        } else if IngestRules.isMovieName(name) {
            self = .video
        } else if IngestRules.isPictureName(name) {
            self = .image
        } else {
            return nil
        }
    }
}

extension FoundSidecar {
    /// Returns the sidecars among the files of a folder.
    ///
    /// - Parameter others: Names that earlier imports found in the folder.
    static func sidecars(among sources: [ImportSource], others: [String]) -> [FoundSidecar] {
        let sidecars = sources.filter { UnreadSource.isXMP($0.name) }
        guard !sidecars.isEmpty else { return [] }
        let listed = Set(sources.map(\.name))
        let names = SidecarNames(
            Array(listed) + others.filter { !listed.contains($0) && !UnreadSource.isXMP($0) },
            kind: SidecarNames.FileKind.init(ending:))
        var matches: [String: SidecarNames.Match] = [:]
        // The sidecar of another version only counts for a photo without one of its own.
        for (_, ofFile) in Dictionary(grouping: names.matches, by: { $0.files[0] }) {
            for match in SidecarNames.decisive(ofFile) { matches[match.sidecar] = match }
        }
        // If two sidecars belong to a photo, the one that names the whole file is read last, so that its values are used.
        return sidecars.enumerated().map { (offset: $0, sidecar: FoundSidecar(source: $1, match: matches[$1.name])) }
            .sorted { left, right in
                let (one, other) = (left.sidecar.match?.form ?? .wholeName, right.sidecar.match?.form ?? .wholeName)
                return one == other ? left.offset < right.offset : one > other
            }.map(\.sidecar)
    }
}
