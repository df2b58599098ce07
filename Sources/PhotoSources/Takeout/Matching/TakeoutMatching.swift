/// The steps that compute a `TakeoutMatch`, in their order.
struct TakeoutMatching {
    struct File {
        let name: TakeoutName
        let media: TakeoutMedia?
        var document: Int?
        /// The file that this one is a part of, or is derived from.
        var owner: Int?
        /// Whether the file is derived from its owner, and no part of it.
        var isDerived = false
        var edit: Int?
        var video: Int?
        var editedVideo: Int?
    }

    /// The most files of one stem among which videos are looked for. Larger numbers are no camera's.
    static let neighbourLimit = 1_000

    let documents: [TakeoutMatch.Document]
    var files: [File]
    /// The documents of videos that have their own and belong to a photo.
    var documentsOfVideos: Set<Int> = []
    var ambiguousVideos: [Int] = []
    /// The files by their lower-case stems without numbers.
    let filesByStem: [String: [Int]]
    private let documentsByName: [String: Int]
    private let documentsByLowerCaseName: [String: [Int]]
    private var claimed: Set<Int> = []

    init(files names: [String], documents: [TakeoutMatch.Document]) {
        self.documents = documents
        files = names.map { File(name: TakeoutName($0), media: TakeoutMedia(name: $0)) }
        filesByStem = Dictionary(grouping: files.indices) { [files] in files[$0].name.stem.lowercased() }
        // Text compares by canonical equivalence, so that names in NFC and NFD are equal.
        documentsByName = Dictionary(documents.enumerated().map { ($1.name, $0) }) { first, _ in first }
        documentsByLowerCaseName = Dictionary(grouping: documents.indices) { documents[$0].name.lowercased() }
    }

    /// Finds the files' own documents: by the rules' names, then ignoring case, then by the unusual names, then by the
    /// title alone.
    mutating func findDocuments() {
        claim { matching, name in
            matching.best(
                TakeoutDocumentNames.expected(for: name).compactMap { matching.documentsByName[$0] }, for: name)
        }
        claim { matching, name in
            let names = TakeoutDocumentNames.expected(for: name)
            return matching.best(names.flatMap { matching.documentsByLowerCaseName[$0.lowercased()] ?? [] }, for: name)
        }
        // A photo and its video have the same names without extensions.
        for isVideo in [false, true] { claimUnusual(forVideos: isVideo) }
        claimByTitle()
    }

    private mutating func claimUnusual(forVideos isForVideos: Bool) {
        claim(forVideos: isForVideos) { matching, name in
            let names = TakeoutDocumentNames.unusual(for: name)
            return names.flatMap { matching.documentsByLowerCaseName[$0.lowercased()] ?? [] }.first {
                matching.isFree($0) && matching.titleAgrees($0, with: name) ?? true
            }
        }
    }

    /// Gives numbered copies the document of the file without number, if their own was forgotten.
    mutating func shareDocuments() {
        for index in files.indices where files[index].document == nil && files[index].owner == nil {
            let name = files[index].name
            let names = TakeoutDocumentNames.shared(for: name)
            files[index].document = names.compactMap { documentsByName[$0] }.first {
                titleAgrees($0, with: name) ?? true
            }
        }
    }

    func isFree(_ document: Int) -> Bool { !claimed.contains(document) }

    /// Returns `nil` if the document has no title.
    func titleAgrees(_ document: Int, with name: TakeoutName) -> Bool? {
        documents[document].title.map { TakeoutTitle.agrees($0, with: name) }
    }

    /// Claims documents for the files that have none: for all, or only for the videos or the photos.
    private mutating func claim(forVideos isForVideos: Bool? = nil, _ find: (TakeoutMatching, TakeoutName) -> Int?) {
        guard claimed.count < documents.count else { return }
        for index in files.indices where files[index].document == nil {
            if let isForVideos, files[index].media?.isVideo ?? false != isForVideos { continue }
            guard let document = find(self, files[index].name) else { continue }
            claimed.insert(document)
            files[index].document = document
        }
    }

    /// The first free document whose title agrees, or else the first free one.
    private func best(_ candidates: [Int], for name: TakeoutName) -> Int? {
        let free = candidates.filter(isFree)
        return free.first { titleAgrees($0, with: name) == true } ?? free.first
    }

    /// Documents whose names aren't cut, or are otherwise unknown: the title and the number lead to the file.
    private mutating func claimByTitle() {
        var byFile: [String: [Int]] = [:]
        for index in documents.indices where isFree(index) {
            let name = documents[index].name
            guard let title = documents[index].title ?? TakeoutDocumentNames.uncutTitle(in: name) else { continue }
            let number = TakeoutDocumentNames.number(in: name)
            for name in TakeoutTitle.fileNames(of: title, number: number) {
                byFile[name.lowercased(), default: []].append(index)
            }
        }
        guard !byFile.isEmpty else { return }
        claim { matching, name in
            let candidates = (byFile[name.text.lowercased()] ?? []).filter(matching.isFree)
            return candidates.count == 1 ? candidates.first : nil
        }
    }
}
