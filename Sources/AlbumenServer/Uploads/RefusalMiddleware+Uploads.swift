import Albumen
import HTTPTypes

extension RefusalMiddleware {
    static func refusal(for error: UploadError) -> Refusal {
        let message = error.message
        switch error.code {
        case .notFound: return .notFound(message)
        case .wrongOffset:
            var problem = ProblemDetails.ofUpload(
                "mismatching-upload-offset", "offset from request does not match offset of resource")
            problem.expectedOffset = error.offset
            return Refusal(
                status: .conflict, code: "wrongOffset", message: message, problem: problem,
                headers: offsetField(error))
        case .wrongLength:
            return Refusal(
                status: .badRequest, code: "wrongLength", message: message,
                problem: .ofUpload("inconsistent-upload-length", "inconsistent length values for upload"),
                headers: offsetField(error))
        case .alreadyComplete:
            return Refusal(
                status: .badRequest, code: "alreadyComplete", message: message,
                problem: .ofUpload("completed-upload", "upload is already completed"))
        case .busy: return Refusal(status: .conflict, code: "uploadIsBusy", message: message)
        case .tooLarge: return Refusal(status: .contentTooLarge, code: "tooLarge", message: message)
        case .tooMany: return Refusal(status: .tooManyRequests, code: "tooManyUploads", message: message)
        case .noRoom: return Refusal(status: .init(code: 507), code: "noRoom", message: message)
        case .wrongDigest:
            return Refusal(status: .badRequest, code: "wrongDigest", message: message, headers: offsetField(error))
        case .badName: return Refusal(status: .badRequest, code: "badName", message: message)
        case .heldElsewhere: return Refusal(status: .serviceUnavailable, code: "unavailable", message: message)
        case .failed: return Refusal(status: .internalServerError, code: "failed", message: message)
        }
    }

    private static func offsetField(_ error: UploadError) -> HTTPFields {
        error.offset.map { [.uploadOffset: String($0)] } ?? [:]
    }
}
