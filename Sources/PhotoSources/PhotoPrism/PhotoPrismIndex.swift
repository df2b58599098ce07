internal import SystemCalls

/// What the starts of all YAML files say.
struct PhotoPrismIndex {
    struct Photo {
        var taken: String
        var path: String
    }

    /// The number of YAML files.
    private(set) var count = 0
    private(set) var photos: [String: Photo] = [:]
    /// The identities that several YAML files have, such as the one of a file that was moved.
    private(set) var repeated: Set<String> = []
    /// The smallest identity. PhotoPrism starts identities with the time, so it's the first photo's.
    private(set) var first: String?
    private(set) var unreadableParts: [(path: String, reason: String)] = []

    /// - Parameter members: The identities of the photos to remember.
    /// - Complexity: Reads the start of each file. Memory grows with the number of identities.
    init(_ tree: PhotoPrismTree, members: Set<String>) {
        var known: Set<String> = []
        tree.forEachFolder(below: PhotoPrismSource.sidecars) { folder in
            if let problem = folder.problem { unreadableParts.append((folder.path.text, problem)) }
            guard let path = folder.relativePath else { return .enterFolders }
            for stem in folder.stems {
                count += 1
                let path = path + stem
                let head = tree.head("\(PhotoPrismSource.sidecars)\(path).yml")
                guard let identifier = head.identifier else { continue }
                if !known.insert(identifier).inserted { repeated.insert(identifier) }
                if first.map({ identifier < $0 }) ?? true { first = identifier }
                if members.contains(identifier) { photos[identifier] = Photo(taken: head.taken, path: path) }
            }
            return .enterFolders
        }
    }
}
