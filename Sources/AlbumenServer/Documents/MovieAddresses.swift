/// The addresses of a video, its parts and its frames in the API.
struct MovieAddresses {
    let uuid: String
    /// The tag of the video's content. An address with this tag always returns the same bytes.
    let content: String
    /// Whether the addresses are those of the video that a recipe applies to.
    var isOfBase = false

    var file: String { video + (isOfBase ? "?version=base" : "") }
    var parts: String { "\(video)/parts" + (isOfBase ? "?version=base" : "") }
    /// Without the part's form and number.
    var part: String { "\(video)/part?content=\(content)\(version)" }
    var frames: String { "\(video)/frames?content=\(content)\(version)" }

    private var video: String { "/api/assets/\(uuid)/video" }
    private var version: String { isOfBase ? "&version=base" : "" }
}
