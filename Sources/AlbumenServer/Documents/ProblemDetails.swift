/// The members of a registered problem type, beside the error of the API.
struct ProblemDetails: Sendable {
    /// A URI that identifies the type.
    let type: String
    let title: String
    var expectedOffset: Int64?
    var providedOffset: Int64?

    static func ofUpload(_ name: String, _ title: String) -> ProblemDetails {
        ProblemDetails(type: "https://iana.org/assignments/http-problem-types#\(name)", title: title)
    }
}
