import BlobStore
import Foundation
import HTTPTransfers

/// An answer of an S3 store with a status of failure. Stays within this module: `error(_:)` is for callers.
struct S3Failure: Error {
    let status: Int
    /// The code in the answer, such as `NoSuchKey`, or an empty text.
    private(set) var code = ""
    /// The region that the store names.
    private(set) var region: String?
    /// The store's time.
    private(set) var serverTime: Date?
    /// The time in seconds that the store asks to wait.
    let retryAfter: TimeInterval?

    init(_ answer: TransferAnswer, _ body: Data) {
        status = answer.status
        retryAfter = answer.fields["retry-after"].flatMap { TimeInterval($0) }.flatMap { $0 >= 0 ? $0 : nil }
        region = answer.fields["x-amz-bucket-region"].map(Self.plain)
        serverTime = answer.fields["date"].flatMap(Self.date)
        // An answer to HEAD has no body, and a proxy's may be HTML.
        var code: String?
        var bodyRegion: String?
        do {
            try XMLEvents.read(body) { path, text in
                guard path.count == 2, path[0] == "Error" else { return }
                if path[1] == "Code" { code = Self.plain(text) }
                if path[1] == "Region" { bodyRegion = Self.plain(text) }
            }
        } catch {
            code = nil
        }
        self.code = code ?? ""
        region = bodyRegion ?? region
    }

    /// Whether the same request may succeed later.
    var isTransient: Bool {
        if Self.transferCodes.contains(code) { return true }
        if ["QuotaExceeded", "InsufficientStorage", "XMinioStorageFull", "NotImplemented"].contains(code) {
            return false
        }
        return [408, 429, 500, 502, 503, 504].contains(status)
    }

    /// Whether the bytes changed on their way to the store.
    var isDamagedUpload: Bool { Self.transferCodes.contains(code) && code != "RequestTimeout" }

    var isTimeSkew: Bool { code == "RequestTimeTooSkewed" }
    var isMissing: Bool { status == 404 && (code.isEmpty || code == "NoSuchKey") }
    /// Whether the store itself says that there is no such object. Without a code, the answer may be one of a proxy.
    var isCertainlyMissing: Bool { status == 404 && code == "NoSuchKey" }
    var isMissingUpload: Bool { code == "NoSuchUpload" }
    /// Whether an object exists, so that a conditional request didn't store another one.
    var isTaken: Bool { status == 412 || code == "ConditionalRequestConflict" }
    /// Whether another request for the same name was in progress, so that this one may succeed or fail if it's repeated.
    var isConflict: Bool { status == 409 }
    /// Whether the store doesn't know a field of the request.
    var isNotImplemented: Bool { status == 501 || code == "NotImplemented" }
    var isRangeBeyondEnd: Bool { status == 416 }
    /// Whether other keys may be in the source of credentials by now.
    var isExpired: Bool { ["ExpiredToken", "TokenRefreshRequired", "InvalidToken"].contains(code) }

    private static let transferCodes: Set = [
        "BadDigest", "InvalidDigest", "XAmzContentSHA256Mismatch", "XAmzContentChecksumMismatch", "IncompleteBody",
        "RequestTimeout",
    ]

    /// - Parameter object: The object, bucket or upload of the request, for people.
    func error(_ address: S3Address, object: String) -> RemoteBlobError {
        let name = code.isEmpty ? "status \(status)" : "\(code), status \(status)"
        switch (status, code) {
        case (_, "NoSuchBucket"):
            return RemoteBlobError(
                .misconfigured,
                "There is no bucket \(address.bucket) at \(address.server). Create it, or check its name and the "
                    + "endpoint.")
        case (301, _), (307, _), (308, _), (400, "AuthorizationHeaderMalformed"), (400, "IllegalLocationConstraint"):
            let place = region.map { "in the region \($0)" } ?? "in another region or at another endpoint"
            return RemoteBlobError(
                .misconfigured,
                "The bucket \(address.bucket) is \(place). Connect the library with that region. (\(name))")
        case (_, "RequestTimeTooSkewed"):
            return RemoteBlobError(
                .refused,
                "The clocks of this machine and of \(address.server) differ. Set this machine's clock. (\(name))")
        case (_, "InvalidAccessKeyId"), (_, "SignatureDoesNotMatch"):
            return RemoteBlobError(
                .refused,
                "\(address.server) doesn't accept the access key or its secret key. Check the credentials of the library. "
                    + "(\(name))")
        case (_, "ExpiredToken"), (_, "TokenRefreshRequired"), (_, "InvalidToken"):
            return RemoteBlobError(.refused, "The temporary credentials have expired. Renew them. (\(name))")
        case (401, _), (403, _):
            return RemoteBlobError(
                .refused,
                "\(address.server) refuses access to \(object). Give the access key the rights to list, read, write and "
                    + "delete in \(address). (\(name))")
        case (404, _), (416, _):
            return RemoteBlobError(.notFound, "\(object) isn't in \(address) at \(address.server).")
        case (507, _), (_, "QuotaExceeded"), (_, "InsufficientStorage"), (_, "XMinioStorageFull"):
            return RemoteBlobError(
                .full, "\(address) has no room for \(object). Free space there, or raise its quota. (\(name))")
        case (429, _), (503, _), (_, "SlowDown"):
            return RemoteBlobError(
                .slowDown, "\(address.server) is busy. Try again later. (\(name))", retryAfter: retryAfter)
        default:
            if isDamagedUpload {
                return RemoteBlobError(
                    .damaged,
                    "The bytes of \(object) arrived damaged at \(address.server) each time. Check the network. (\(name))"
                )
            }
            return RemoteBlobError(
                .misbehaving,
                "\(address.server) failed with \(object). Try again later, or ask its operator. (\(name))")
        }
    }

    /// Returns a short text without characters that would harm a terminal.
    private static func plain(_ text: String) -> String {
        String(text.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) })
    }

    /// Reads a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func date(_ text: String) -> Date? {
        let parts = text.split(separator: " ").map(String.init)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 6, let day = Int(parts[1]), let month = months.firstIndex(of: parts[2]),
            let year = Int(parts[3]), (1970...9999).contains(year)
        else { return nil }
        let clock = parts[4].split(separator: ":").map { Int($0) ?? -1 }
        guard clock.count == 3 else { return nil }
        let components = DateComponents(
            timeZone: .gmt, year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2])
        return Calendar(identifier: .gregorian).date(from: components)
    }
}
