import CLibCurl
import CodedErrors
import Foundation

/// An error of a transfer over HTTP. A status such as 404 is an answer and not an error.
package struct TransferError: CodedError {
    package enum Code: Sendable {
        /// The caller cancelled the transfer.
        case cancelled
        /// Nothing listens at the address, or its name is unknown.
        case unreachable
        /// The server's side of the encryption failed: it has none, or a proxy ended the handshake while the server behind
        /// it was started again.
        case handshakeFailed
        /// The server didn't connect or send in time.
        case timedOut
        /// The connection ended before the answer did.
        case interrupted
        /// The answer is longer than the caller accepts.
        case tooLong
        /// The address is invalid, or the server doesn't follow HTTP.
        case protocolViolation
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static func cancelled(_ address: String) -> TransferError {
        TransferError(.cancelled, "The transfer from \(address) was cancelled.")
    }

    init(_ result: CURLcode, detail: String, address: String) {
        let reason = detail.isEmpty ? String(cString: curl_easy_strerror(result)) : detail
        let code: Code =
            switch result {
            case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST: .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_SSL_CONNECT_ERROR: .handshakeFailed
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .interrupted
            case CURLE_ABORTED_BY_CALLBACK: .cancelled
            default: .protocolViolation
            }
        self.init(code, "The transfer from \(address) failed: \(reason).")
    }
}
