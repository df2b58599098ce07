import Albumen

/// A result of `doctor`, as text and in JSON.
struct Diagnosis: Encodable, Equatable {
    enum Status: String, Encodable {
        case ok
        /// Works, but worse than possible.
        case warning
        /// Doesn't work, or isn't safe.
        case fault
    }

    /// The subject of the check: `worker`, `sandbox`, `library`, `permissions`, `space`, `metadata` or
    /// `search`.
    let check: String
    let status: Status
    let message: String
    /// The next step, or `nil` if there is no problem.
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

    /// The problem for Library Status, or `nil` if there is none, or if it finds such problems by itself.
    var problem: HealthProblem? {
        let code: HealthProblem.Code? =
            switch check {
            case "worker", "sandbox": .mediaWorker
            case "library", "permissions": .permissions
            default: nil
            }
        guard status != .ok, let code else { return nil }
        return HealthProblem(
            code, isFault: status == .fault, message, remedy: remedy ?? "See more: albumen doctor")
    }

    /// The result for people.
    var text: String {
        PrintableText.line("\(status.rawValue): \(check): \(message)" + (remedy.map { " \($0)" } ?? ""))
    }
}
