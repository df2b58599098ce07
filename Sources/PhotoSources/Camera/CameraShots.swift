internal import CameraWire

/// What the files of a camera's folder are to each other.
struct CameraShots {
    /// A photo or video with the files that belong to it.
    struct Shot {
        var main: CameraFile
        var isVideo: Bool
        /// The RAW beside a JPEG or HEIC.
        var raw: CameraFile?
        /// The rendering of an edit on an iPhone, and its recipe.
        var rendering: CameraFile?
        var recipe: CameraFile?
    }

    /// A camera writes both files of a photo within this time, in seconds. Its clock has steps of two seconds.
    private static let pairTolerance: Int64 = 60

    private(set) var shots: [Shot] = []
    /// Files that aren't photos or videos.
    private(set) var others: [CameraFile] = []

    /// - Parameter files: In the order of their names.
    /// - Complexity: O(*n*) for *n* files.
    init(_ files: [CameraFile]) {
        var byStem: [String: [(file: CameraFile, kind: CameraFileKind)]] = [:]
        for file in files { byStem[Self.stem(file), default: []].append((file, CameraFileKind(file))) }
        var taken: Set<String> = []
        for file in files where !taken.contains(file.name) {
            let kind = CameraFileKind(file)
            switch kind {
            // Recipes without a rendering are listed below, when it's known which ones belong to a shot.
            case .other, .recipe: continue
            case .raw: if Self.isTakenByOther(file, among: byStem[Self.stem(file)] ?? []) { continue }
            case .compressed, .picture, .video: break
            }
            if kind != .video, Self.original(ofRendering: file, in: byStem) != nil { continue }
            var shot = Shot(main: file, isVideo: kind == .video)
            let siblings = byStem[Self.stem(file)] ?? []
            if kind == .compressed, siblings.first(where: { $0.kind == .compressed })?.file == file {
                shot.raw = siblings.first { $0.kind == .raw }.map(\.file).flatMap { Self.arePair($0, file) ? $0 : nil }
            }
            if kind == .compressed { addEdit(to: &shot, from: byStem) }
            for file in [shot.main, shot.raw, shot.rendering, shot.recipe] { if let file { taken.insert(file.name) } }
            shots.append(shot)
        }
        others = files.filter { !taken.contains($0.name) }
    }

    private static func stem(_ file: CameraFile) -> String { CameraFileKind.split(file.name).stem.lowercased() }

    private static func arePair(_ one: CameraFile, _ other: CameraFile) -> Bool {
        // Both are positive.
        one.modificationTime == 0 || other.modificationTime == 0
            || abs(one.modificationTime - other.modificationTime) <= pairTolerance
    }

    /// Returns whether a RAW belongs to the first JPEG or HEIC of its name. The first RAW does if their times fit.
    private static func isTakenByOther(
        _ raw: CameraFile, among siblings: [(file: CameraFile, kind: CameraFileKind)]
    ) -> Bool {
        guard let photo = siblings.first(where: { $0.kind == .compressed })?.file, arePair(raw, photo) else {
            return false
        }
        return siblings.first { $0.kind == .raw }?.file == raw
    }

    // MARK: Edits

    private static let renderingMark = "img_e"
    private static let originalMark = "img_"

    /// Returns the photo that a file with a name such as `IMG_E1234.JPG` is a rendering of.
    private static func original(
        ofRendering file: CameraFile, in files: [String: [(file: CameraFile, kind: CameraFileKind)]]
    ) -> CameraFile? {
        let stem = stem(file)
        guard stem.hasPrefix(renderingMark), CameraFileKind(file) == .compressed else { return nil }
        let number = stem.dropFirst(renderingMark.count)
        guard let first = number.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        // A second rendering with the same name is a photo of its own.
        guard files[stem]?.first(where: { $0.kind == .compressed })?.file == file else { return nil }
        return files[originalMark + number]?.first { $0.kind == .compressed }?.file
    }

    private func addEdit(to shot: inout Shot, from files: [String: [(file: CameraFile, kind: CameraFileKind)]]) {
        let stem = Self.stem(shot.main)
        guard stem.hasPrefix(Self.originalMark) else { return }
        let edited = Self.renderingMark + stem.dropFirst(Self.originalMark.count)
        guard let rendering = files[edited]?.first(where: { $0.kind == .compressed })?.file,
            Self.original(ofRendering: rendering, in: files) == shot.main
        else { return }
        shot.rendering = rendering
        shot.recipe =
            (files[stem] ?? []).first { $0.kind == .recipe }?.file
            ?? (files[edited] ?? []).first { $0.kind == .recipe }?.file
    }
}
