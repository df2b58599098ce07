import MediaWork

/// How to play a video in parts by Media Source.
struct MoviePartsDocument: Encodable {
    /// The address of a part, without its form and number.
    let address: String
    /// The type of the parts.
    let type: String
    /// The video's duration in seconds, or 0 if it's unknown.
    let duration: Double
    /// The duration of a part in seconds. The last part can be shorter or slightly longer.
    let partDuration: Double
    /// The number of parts.
    let count: Int
    /// The forms of the parts, the best one first. A machine that can't keep up uses a later one.
    let forms: [String]

    init(_ plan: MoviePartPlan, address: String) {
        self.address = address
        type = plan.contentType
        duration = plan.duration
        partDuration = MoviePartRequest.durationInSeconds
        count = MoviePartRequest.count(durationInSeconds: plan.duration)
        forms =
            plan.isCopied
            ? [MoviePartForm.copied.name] : Self.forms(ofShortSide: min(plan.pixelWidth, plan.pixelHeight))
    }

    /// Returns the forms with fewer lines than the video, and the smallest one with all of its lines.
    static func forms(ofShortSide side: Int) -> [String] {
        let lines = MoviePartForm.lineCounts
        let whole = lines.last { $0 >= side }
        return lines.filter { $0 < side || $0 == whole }.map { MoviePartForm.lines($0).name }
    }
}
