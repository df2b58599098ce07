import MediaRequests

extension MediaRequest {
    /// Returns the request for a task.
    ///
    /// - Parameter present: The bytes of the file that are here, or `nil` for a complete file.
    static func work(_ task: MediaTask, _ present: PresentBytes?) -> MediaRequest {
        present.map { .partialWork(task, $0) } ?? .work(task)
    }

    /// Whether a sound worker can answer that it missed these bytes.
    func allows(_ error: MediaError) -> Bool {
        guard case .partialWork(_, let present) = self, let missing = error.missingBytes else { return false }
        return error.code == .bytesMissing && missing.lowerBound >= 0 && present.count(from: missing.lowerBound) == 0
    }
}
