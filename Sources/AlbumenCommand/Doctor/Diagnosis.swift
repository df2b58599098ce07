/// A line of `doctor`, as text and in JSON.
struct Diagnosis: Encodable, Equatable {
    enum Status: String, Encodable {
        case ok
        /// It works, and less well than it could.
        case warning
        /// It does not work, or not safely.
        case fault
    }

    /// What was looked at: `worker`, `sandbox`, `library`, `permissions` or `space`.
    let check: String
    let status: Status
    let message: String
    /// What to do; nil where all is well.
    let remedy: String?

    static func ok(_ check: String, _ message: String) -> Diagnosis {
        Diagnosis(check: check, status: .ok, message: message, remedy: nil)
    }

    static func warning(_ check: String, _ message: String, remedy: String?) -> Diagnosis {
        Diagnosis(check: check, status: .warning, message: message, remedy: remedy)
    }

    static func fault(_ check: String, _ message: String, remedy: String?) -> Diagnosis {
        Diagnosis(check: check, status: .fault, message: message, remedy: remedy)
    }

    /// For people.
    var text: String {
        PrintableText.line("\(status.rawValue): \(check): \(message)" + (remedy.map { " \($0)" } ?? ""))
    }
}
