/// Edited copies, and the result.
extension TakeoutMatching {
    /// The beginnings of the words that Google appends to the names of edited copies.
    private static let editWords = [
        "edited", "bearbeitet", "modifié", "modificato", "bewerkt", "edytowane", "editado", "ha editado", "editat",
        "編集済み", "отредактировано",
    ]

    /// Attaches the files without documents whose stem before the last dash is that of an original with the same
    /// number. The word after the dash is translated and can be cut, so it only has to contain a letter.
    mutating func findEdits() {
        for index in files.indices where files[index].document == nil && files[index].owner == nil {
            let name = files[index].name
            guard let dash = name.stem.lastIndex(of: "-"), dash > name.stem.startIndex else { continue }
            let word = name.stem[name.stem.index(after: dash)...]
            guard word.contains(where: \.isLetter) else { continue }
            let isEditWord = Self.isEditWord(word)
            let originals = originals(named: name.stem[..<dash], number: name.number).filter {
                $0 != index && (files[$0].document != nil || isEditWord && files[$0].owner == nil)
            }
            if let original = bestOriginal(originals, for: index) { attachEdit(index, to: original, word: word) }
        }
    }

    /// Returns the files with a stem and a number. The number can also be a part of the title.
    private func originals(named stem: Substring, number: Int?) -> [Int] {
        let titled = TakeoutName(stem + ".jpg")
        let (stem, number) = number == nil ? (titled.stem, titled.number) : (String(stem), number)
        return (filesByStem[stem.lowercased()] ?? []).prefix(Self.neighbourLimit).filter {
            files[$0].name.number == number
        }
    }

    /// Returns whether a word is one of those for edits, or the beginning of one.
    private static func isEditWord(_ word: Substring) -> Bool {
        editWords.contains { $0.hasPrefix(word.lowercased()) }
    }

    /// The original with the same extension, or else one of the same kind, or else a Live Photo for a video.
    private func bestOriginal(_ originals: [Int], for edit: Int) -> Int? {
        let pathExtension = files[edit].name.pathExtension.lowercased()
        let isVideo = files[edit].media?.isVideo ?? false
        let living = originals.filter { files[$0].owner == nil }
        return living.first { files[$0].name.pathExtension.lowercased() == pathExtension }
            ?? living.first { files[$0].media?.isVideo ?? false == isVideo }
            ?? (isVideo ? living.first : nil)
    }

    /// The first edit whose word is one of Google's is the edit. Effects are edits if there is none.
    private mutating func attachEdit(_ edit: Int, to original: Int, word: Substring) {
        files[edit].owner = original
        let isVideoOfPhoto = (files[edit].media?.isVideo ?? false) && !(files[original].media?.isVideo ?? false)
        let part = isVideoOfPhoto ? \File.editedVideo : \File.edit
        guard let rival = files[original][keyPath: part] else {
            files[original][keyPath: part] = edit
            return
        }
        if Self.isEditWord(word), !isEdited(rival) {
            files[original][keyPath: part] = edit
            files[rival].isDerived = true
        } else {
            files[edit].isDerived = true
        }
    }

    private func isEdited(_ file: Int) -> Bool {
        let stem = files[file].name.stem
        return stem.lastIndex(of: "-").map { Self.isEditWord(stem[stem.index(after: $0)...]) } ?? false
    }

    /// Returns the groups in the order of the files, and the ambiguous videos that nothing else has claimed.
    func finish() -> (groups: [TakeoutMatch.Group], ambiguousVideos: [Int]) {
        let groups = files.indices.compactMap { index -> TakeoutMatch.Group? in
            let file = files[index]
            guard file.owner == nil || file.isDerived else { return nil }
            var group = TakeoutMatch.Group(original: index, document: file.document)
            (group.edit, group.video, group.editedVideo) = (file.edit, file.video, file.editedVideo)
            if let owner = file.owner {
                group.document = files[owner].document
                group.isDerived = true
            }
            return group
        }
        return (groups, ambiguousVideos.filter { files[$0].owner == nil })
    }
}
