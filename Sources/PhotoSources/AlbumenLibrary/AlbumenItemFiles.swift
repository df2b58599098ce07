internal import Foundation
internal import Records

/// The files of an asset that are here, and what is known of the others.
struct AlbumenItemFiles {
    private static let renderingTypes: [ResourceType] = [.fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo]
    private static let baseTypes: [ResourceType] = [
        .adjustmentBasePhoto, .adjustmentBaseVideo, .adjustmentBasePairedVideo,
    ]
    private static let originalTypes: [ResourceType] = [.photo, .video, .alternatePhoto, .pairedVideo]

    private(set) var originals: [SourceFile] = []
    private(set) var edit: SourceEdit?
    private(set) var slowMotion: SourceFile?
    /// Why the original isn't here, and its path.
    private(set) var missing: (reason: SourceDifference.Reason, detail: String?)?
    private(set) var differences: [SourceDifference] = []
    /// Whether the asset has the video of a Live Photo, as a file that is here or within the photo.
    private(set) var hasPairedVideo = false
    /// The name for people: that of the original.
    private(set) var name: String
    private let row: AlbumenItemRow
    private let blobs: AlbumenBlobs
    /// The first row of each type counts, as in the library itself.
    private let files: AssetFiles<AlbumenItemRow.File>

    var hasRAWPair: Bool { originals.contains { $0.type == .alternatePhoto } }

    init(_ row: AlbumenItemRow, _ blobs: AlbumenBlobs) {
        self.row = row
        self.blobs = blobs
        files = AssetFiles(row.files)
        let main = files[row.isVideo ? .video : .photo] ?? files.describingFile
        name = ForeignValue.fileName(main?.record.originalFilename) ?? row.identifier
        addOriginals()
        addEdit()
        addSlowMotion()
        let known = Self.originalTypes + Self.renderingTypes + Self.baseTypes + [.adjustmentData]
        for file in row.files where !known.contains(file.record.type) {
            let detail = ForeignValue.fileName(file.record.originalFilename)
            differences.append(SourceDifference(.otherFiles, .unsupported, detail: detail))
        }
    }

    private func find(_ file: AlbumenItemRow.File) -> AlbumenBlobs.Found {
        blobs.find(file, named: ForeignValue.fileName(file.record.originalFilename) ?? name)
    }

    // MARK: Originals

    private mutating func addOriginals() {
        let main = files[row.isVideo ? .video : .photo].map(find)
        let raw = row.isVideo ? nil : find(.alternatePhoto, else: .rawPairs)
        let pairedVideo = row.isVideo ? nil : findPairedVideo()
        switch main {
        case .file(let file)?: originals = [file, raw, pairedVideo?.file].compactMap(\.self)
        case .problem(.inCloud, let detail)?: missing = (.inCloud, detail)
        case .problem(let reason, let detail)?: takeRAW(raw, pairedVideo?.file, reason, detail)
        case nil: takeRAW(raw, pairedVideo?.file, nil, nil)
        }
        hasPairedVideo = pairedVideo != nil && !originals.isEmpty
    }

    /// Makes the RAW the photo, if it's the only original or the photo beside it is lost. A photo that is only in the
    /// library's place isn't lost: the RAW waits for it.
    private mutating func takeRAW(
        _ raw: SourceFile?, _ pairedVideo: SourceFile?, _ reason: SourceDifference.Reason?, _ detail: String?
    ) {
        guard var raw else {
            missing = (reason ?? differences.first { $0.fact == .rawPairs }?.reason ?? .absent, detail)
            return
        }
        raw.type = .photo
        originals = [raw, pairedVideo].compactMap(\.self)
        if let reason { differences.append(SourceDifference(.rawPairs, reason, detail: detail)) }
    }

    /// Returns a file, or notes why it isn't here.
    private mutating func find(_ type: ResourceType, else fact: SourceDifference.Fact) -> SourceFile? {
        switch files[type].map(find) {
        case .file(let file)?: return file
        case .problem(let reason, let detail)?:
            differences.append(SourceDifference(fact, reason, detail: detail))
            return nil
        case nil: return nil
        }
    }

    /// Returns `nil` for a photo without a video, or whose video isn't here.
    ///
    /// The video within the photo's own file has no file here: an import finds it in the photo.
    private mutating func findPairedVideo() -> (file: SourceFile?, isWithin: Bool)? {
        guard let video = files[.pairedVideo] else { return nil }
        if let container = video.record.container?.container, container == files[.photo]?.record.sha256,
            container != .zero
        {
            return (nil, true)
        }
        return find(.pairedVideo, else: .livePhotos).map { ($0, false) }
    }

    // MARK: Edits

    /// Takes the edit if all its renderings are here. A part of them would show another photo.
    private mutating func addEdit() {
        let rows = files.edit
        guard !rows.isEmpty, missing == nil else { return }
        guard files.isAdjusted else {
            differences.append(SourceDifference(.edits, .noRendering))
            return
        }
        if files[.fullSizePairedVideo] != nil, !hasPairedVideo {
            let reason = differences.first { $0.fact == .livePhotos }?.reason ?? .absent
            differences.append(SourceDifference(.edits, reason, detail: "its video needs that of the Live Photo"))
            return
        }
        var renderings: [SourceFile] = []
        for type in Self.renderingTypes where files[type] != nil {
            guard let file = find(type, else: .edits) else { return }
            renderings.append(file)
        }
        edit = SourceEdit(renderings: renderings, date: row.editDate)
        addRecipe()
    }

    /// Takes the recipe with the files that it applies to. It means nothing without them.
    private mutating func addRecipe() {
        guard let recipe = files.adjustmentData else {
            differences.append(SourceDifference(.edits, .noRecipe))
            return
        }
        var found: [SourceFile] = []
        for file in [recipe] + Self.baseTypes.compactMap({ files[$0] }) {
            switch find(file) {
            case .file(let file): found.append(file)
            case .problem(_, let detail):
                differences.append(SourceDifference(.edits, .noRecipe, detail: detail))
                return
            }
        }
        edit?.recipeFile = found.first
        edit?.bases = Array(found.dropFirst())
    }

    private mutating func addSlowMotion() {
        guard row.isVideo, missing == nil, let file = files.slowMotionAdjustment else { return }
        switch find(file) {
        case .file(let found): slowMotion = found
        case .problem(_, let detail):
            differences.append(SourceDifference(.slowMotion, .noRecipe, detail: detail))
        }
    }
}

extension AlbumenItemRow.File: AssetFile {
    var resourceType: ResourceType { record.type }
    var uniformTypeIdentifier: String { record.uniformTypeIdentifier }
    var isUsedAsOriginal: Bool { record.isUsedAsOriginal }
}
