package import Foundation
package import SystemPackage

/// A request of HTTP.
package struct TransferRequest: Sendable {
    /// The body that is sent.
    package enum Body: Sendable {
        case data(Data)
        /// Bytes of an open file. The file must not change while they are sent.
        case file(FileDescriptor, Range<Int64>)

        var byteCount: Int64 {
            switch self {
            case .data(let data): Int64(data.count)
            case .file(_, let range): Int64(range.count)
            }
        }
    }

    /// An absolute address with `http` or `https`.
    package var address: String
    package var method: String
    /// Fields in addition to libcurl's own, such as `Authorization`.
    package var fields: [String: String] = [:]
    package var body: Body?
    /// The bytes to receive. `nil` for all of them. A server may ignore it and answer 200 instead of 206.
    package var range: PartialRangeFrom<Int64>?
    /// Which server's certificate is accepted, for `https`.
    package enum Trust: Sendable {
        /// One of an authority that the system trusts.
        case system
        /// One of these authorities, in the format PEM.
        case authorities(Data)
        /// Any. Only for an answer that is checked otherwise.
        case unchecked
    }

    package var trust = Trust.system
    /// The connections to use and to keep, or `nil` for a new one.
    package var connections: TransferConnections?
    /// The longest time for a connection, in seconds.
    package var connectionTimeout: TimeInterval = 10
    /// The longest time with fewer than 16 bytes a second in both directions, in seconds. A server that sends one byte a
    /// second makes no progress.
    package var idleTimeout: TimeInterval = 60
    /// The longest time for the whole transfer in seconds, or `nil` for no limit.
    package var totalTimeout: TimeInterval?
    /// Called with the number of bytes of the body that libcurl took. The number becomes smaller if they're sent again.
    package var noteSent: (@Sendable (Int64) -> Void)?
    /// Checks the connection before the request is sent. If it throws, nothing is sent, and the transfer fails with
    /// the same error.
    package var check: (@Sendable (TransferConnection) throws -> Void)?

    package init(_ method: String = "GET", _ address: String) {
        self.method = method
        self.address = address
    }
}

/// The two ends of a connection, as numbers of IP addresses.
package struct TransferConnection: Sendable {
    package let remoteAddress: String
    package let remotePort: UInt16
    package let localAddress: String
    package let localPort: UInt16
}

/// The status and the fields of an answer.
package struct TransferAnswer: Sendable {
    package internal(set) var status = 0
    /// The fields, with names in lower case. The last one of several with the same name.
    package internal(set) var fields: [String: String] = [:]

    /// Whether the request succeeded.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// The length of the body, if the server announced it.
    package var byteCount: Int64? { fields["content-length"].flatMap { Int64($0) } }
}
