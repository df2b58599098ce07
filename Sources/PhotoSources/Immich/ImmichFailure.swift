internal import HTTPTransfers

/// Why a request had no usable answer.
enum ImmichFailure: Error {
    case status(Int)
    /// The answer isn't JSON, such as the page of another program.
    case notImmich
    /// The answer is longer, deeper or has more elements than is possible.
    case tooLarge
    /// The answer ends too early, or isn't what the API promises.
    case damaged
    case transfer(TransferError)

    /// Whether the next attempt can succeed.
    var isTemporary: Bool {
        switch self {
        case .status(let status): [408, 425, 429, 500, 502, 503, 504].contains(status)
        case .transfer(let error): [.unreachable, .timedOut, .interrupted].contains(error.code)
        case .damaged: true
        case .notImmich, .tooLarge: false
        }
    }

    /// The problem and the next step.
    func sourceError(_ address: ImmichAddress, _ request: ImmichRequest) -> SourceError {
        let server = "The Immich server \(address.text)"
        switch self {
        case .status(401):
            return SourceError(
                .unreadable,
                """
                \(server) doesn't accept the API key. Make a new one in Immich, in the account settings under \
                “API Keys”.
                """)
        case .status(403):
            return SourceError(
                .unreadable,
                """
                The API key for \(address.text) lacks the permission “\(request.permission)”. Add it in Immich, in the \
                account settings under “API Keys”.
                """)
        case .status(let status) where (300..<400).contains(status):
            return SourceError(
                .unsupported,
                "\(server) redirects to another address. Name the address to which it redirects.")
        case .notImmich:
            return SourceError(
                .unsupported, "There is no Immich server at \(address.text). Check the address and its path.")
        case .status(404) where request.isFirst:
            return Self.notImmich.sourceError(address, request)
        case .status(let status) where isTemporary:
            return SourceError(
                .unreadable, "\(server) answers with error \(status). Import again when it works.")
        case .status(let status):
            return SourceError(
                .unsupported, "\(server) doesn't understand a request (error \(status)). Update Immich or Albumen.")
        case .tooLarge:
            return SourceError(.damaged, "\(server) sends a larger answer than is possible. Check the address.")
        case .damaged:
            return SourceError(.damaged, "\(server) sends damaged answers. Check it, and import again.")
        case .transfer(let error):
            return Self.sourceError(error, address)
        }
    }

    private static func sourceError(_ error: TransferError, _ address: ImmichAddress) -> SourceError {
        let server = "the Immich server \(address.text)"
        return switch error.code {
        case .unreachable:
            SourceError(
                .unreadable, "The Immich server \(address.text) can't be reached. Check the address and the network.")
        case .timedOut, .interrupted, .cancelled:
            SourceError(
                .unreadable, "The connection to \(server) was lost. Import again when the server is reachable.")
        case .tooLong:
            SourceError(.damaged, "The answer of \(server) is larger than is possible. Check the address.")
        case .handshakeFailed,
            .protocolViolation where address.isSecure:
            SourceError(
                .unreadable,
                "There is no secure connection to the Immich server. Check its certificate. \(error.message)")
        case .protocolViolation:
            SourceError(.unsupported, "There is no Immich server at this address. \(error.message)")
        }
    }
}
