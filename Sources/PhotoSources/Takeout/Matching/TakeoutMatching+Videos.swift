/// Videos of Live Photos and motion photos.
extension TakeoutMatching {
    /// Attaches the videos without documents, and those whose document has the title of a photo, to their photos.
    mutating func findVideos() {
        for index in files.indices {
            switch files[index].media {
            case .motionVideo where files[index].document == nil: attachMotionVideo(index)
            case .video where files[index].document == nil: attachLiveVideo(index)
            case .video: attachVideoWithDocument(index)
            default: break
            }
        }
    }

    /// `X.MP` belongs to `X.MP.jpg`.
    private mutating func attachMotionVideo(_ video: Int) {
        let name = files[video].name
        let still = neighbours(of: name.base).first {
            files[$0].media == .photo && files[$0].name.number == name.number && files[$0].video == nil
        }
        if let still { attachVideo(video, to: still) }
    }

    /// `X.MP4` belongs to `X.HEIC`, or else to `X.JPG`. Photos and videos are numbered apart, so the numbers are only
    /// sure if there is one photo, or if the photos and videos have the same numbers.
    private mutating func attachLiveVideo(_ video: Int) {
        let name = files[video].name
        let neighbours = neighbours(of: name.stem)
        let stills = bestStills(neighbours)
        guard !stills.isEmpty else { return }
        let videos = neighbours.filter { files[$0].media == .video && files[$0].document == nil }
        let same = stills.first { files[$0].name.number == name.number }
        let areSure = stills.count == 1 || numbers(of: stills) == numbers(of: videos)
        if let same, areSure, files[same].video == nil {
            attachVideo(video, to: same)
        } else {
            ambiguousVideos.append(video)
        }
    }

    /// A video with a document of its own belongs to a photo if the title in its document is that of a photo.
    private mutating func attachVideoWithDocument(_ video: Int) {
        guard let document = files[video].document, let title = documents[document].title,
            TakeoutMedia(name: title) == .photo
        else { return }
        let name = files[video].name
        let stills = neighbours(of: name.stem).filter {
            files[$0].media == .photo && files[$0].name.number == name.number && files[$0].video == nil
        }
        guard
            let still = stills.first(where: { titleAgrees(document, with: files[$0].name) == true }) ?? stills.first
        else { return }
        if files[still].document == nil {
            files[still].document = document
        } else {
            documentsOfVideos.insert(document)
        }
        attachVideo(video, to: still)
    }

    /// The photos with documents that a video can belong to: all HEIC files of the stem, or else all other photos.
    private func bestStills(_ neighbours: [Int]) -> [Int] {
        let stills = neighbours.filter { files[$0].media == .photo && files[$0].document != nil }
        let best = stills.filter { ["heic", "heif"].contains(files[$0].name.pathExtension.lowercased()) }
        return best.isEmpty ? stills : best
    }

    private func numbers(of indexes: [Int]) -> Set<Int> {
        Set(indexes.map { files[$0].name.number ?? 0 })
    }

    /// The files with a stem, whatever their numbers and extensions.
    private func neighbours(of stem: String) -> [Int] {
        let files = filesByStem[stem.lowercased()] ?? []
        return files.count <= Self.neighbourLimit ? files : []
    }

    private mutating func attachVideo(_ video: Int, to still: Int) {
        files[video].owner = still
        files[still].video = video
    }
}
