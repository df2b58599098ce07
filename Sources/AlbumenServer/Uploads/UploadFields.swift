import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Records

extension HTTPField.Name {
    static let uploadComplete = HTTPField.Name("Upload-Complete")!
    static let uploadOffset = HTTPField.Name("Upload-Offset")!
    static let uploadLength = HTTPField.Name("Upload-Length")!
    static let uploadLimit = HTTPField.Name("Upload-Limit")!
    static let uploadDraftInteropVersion = HTTPField.Name("Upload-Draft-Interop-Version")!
    static let acceptPatch = HTTPField.Name("Accept-Patch")!
    static let contentDigest = HTTPField.Name("Content-Digest")!
    static let reprDigest = HTTPField.Name("Repr-Digest")!
    /// The date when the sender's file was last changed, in milliseconds since 1970.
    static let fileDate = HTTPField.Name("Albumen-File-Date")!
    /// The UUID of the album that the photo joins.
    static let album = HTTPField.Name("Albumen-Album")!
    /// A text that is the same for the files that are added at one time.
    static let delivery = HTTPField.Name("Albumen-Delivery")!
}

/// The header fields of a request that sends a file or a part of one (draft-ietf-httpbis-resumable-upload).
struct UploadFields {
    /// The version of the draft that this server speaks.
    static let draftVersion = "8"
    static let partialUpload = "application/partial-upload"

    /// Whether the request's bytes are the last ones of the file. `nil` if the field is missing or malformed.
    let isComplete: Bool?
    let offset: Int64?
    /// The length of the file, if the request states it.
    let length: Int64?
    let contentLength: Int64?

    /// - Throws: `Refusal` if the lengths contradict each other.
    init(_ request: Request) throws {
        switch request.headers[.uploadComplete] {
        case "?1": isComplete = true
        case "?0": isComplete = false
        default: isComplete = nil
        }
        offset = Self.integer(request.headers[.uploadOffset])
        contentLength = Self.integer(request.headers[.contentLength])
        let stated = Self.integer(request.headers[.uploadLength])
        guard isComplete != false, let contentLength else {
            length = stated
            return
        }
        let (end, isHuge) = (offset ?? 0).addingReportingOverflow(contentLength)
        guard !isHuge, stated ?? end == end else {
            throw Refusal(
                status: .badRequest, code: "wrongLength",
                message: "Upload-Length is \(stated ?? 0), and the bytes of this request end at \(end).",
                problem: .ofUpload("inconsistent-upload-length", "inconsistent length values for upload"))
        }
        length = end
    }

    private static func integer(_ text: String?) -> Int64? {
        // Structured fields have at most 15 digits.
        guard let text, (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }

    /// Returns the SHA-256 in a digest field (RFC 9530), or `nil` if it has none.
    ///
    /// - Throws: `Refusal` if it's malformed.
    static func digest(_ name: HTTPField.Name, of request: Request) throws -> BlobDigest? {
        for member in (request.headers[name] ?? "").split(separator: ",") {
            let parts = member.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0].lowercased() == "sha-256" else { continue }
            guard parts[1].hasPrefix(":"), parts[1].hasSuffix(":"), parts[1].utf8.count > 2,
                let bytes = Data(base64Encoded: String(parts[1].dropFirst().dropLast())),
                let digest = BlobDigest(bytes: bytes)
            else {
                throw Refusal.badRequest("\(name) is sha-256=:…:, with the 32 bytes in Base64.")
            }
            return digest
        }
        return nil
    }

    /// Returns the date when the sender's file was last changed.
    static func fileDate(of request: Request) throws -> Date? {
        guard let text = request.headers[.fileDate] else { return nil }
        guard let milliseconds = Int64(text), milliseconds.magnitude < 1 << 48 else {
            throw Refusal.badRequest("Albumen-File-Date is a number of milliseconds since 1970.")
        }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    static func delivery(of request: Request) throws -> String? {
        guard let text = request.headers[.delivery] else { return nil }
        guard isDelivery(text) else { throw Refusal.badRequest(deliveryRule) }
        return text
    }

    static let deliveryRule = "Albumen-Delivery is a text of 1 to 64 letters, digits and hyphens."

    static func isDelivery(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || Character(UnicodeScalar(byte)).isLetter && byte < 0x80
                    || (0x30...0x39).contains(byte)
            }
    }

    /// The limits, as a field of a response.
    static func limit(_ limits: UploadLimits) -> String {
        "max-size=\(limits.fileSize), max-age=\(Int(limits.lifetime))"
    }
}
