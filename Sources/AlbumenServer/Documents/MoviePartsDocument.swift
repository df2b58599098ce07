import MediaRequests

/// How to play a video in parts by Media Source.
struct MoviePartsDocument: Encodable {
    /// The address of a part, without its form and number.
    let address: String
    /// The type of the parts.
    let type: String
    /// The video's duration in seconds, or 0 if it's unknown.
    let duration: Double
    /// The durations of the first parts in seconds, which can be shorter than all others.
    let firstPartDurations: [Double]
    /// The duration of all other parts in seconds. The last part can be shorter or slightly longer.
    let partDuration: Double
    /// The number of parts.
    let count: Int
    /// The forms of the parts, the best one first. A machine that can't keep up uses a later one.
    let forms: [String]

    init(_ plan: MoviePartPlan, address: String) {
        self.address = address
        type = plan.contentType
        duration = plan.duration
        let forms = plan.isCopied ? [.copied] : Self.forms(ofShortSide: min(plan.pixelWidth, plan.pixelHeight))
        // All forms of encoded frames have the same layout, so that the form can change between two parts.
        let layout = MoviePartLayout(forms[0])
        firstPartDurations = layout.firstDurations
        partDuration = MoviePartLayout.durationInSeconds
        count = layout.count(durationInSeconds: plan.duration)
        self.forms = forms.map(\.name)
    }

    /// Returns the forms with fewer lines than the video, and the smallest one with all of its lines.
    static func forms(ofShortSide side: Int) -> [MoviePartForm] {
        let lines = MoviePartForm.lineCounts
        let whole = lines.last { $0 >= side }
        return lines.filter { $0 < side || $0 == whole }.map { .lines($0) }
    }
}
