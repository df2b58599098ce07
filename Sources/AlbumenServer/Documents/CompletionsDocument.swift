import Albumen

/// The texts that complete a search, the best first.
struct CompletionsDocument: Encodable {
    struct Completion: Encodable {
        let text: String
        let title: String
        let kind: String
        @OrNull var count: Int?
    }

    let completions: [Completion]

    init(_ completions: [SearchCompletion]) {
        self.completions = completions.map { completion in
            Completion(
                text: completion.text, title: completion.title, kind: completion.kind.rawValue,
                count: completion.count)
        }
    }
}

/// A similar search that finds something.
struct CorrectionDocument: Encodable {
    @OrNull var text: String?
}
