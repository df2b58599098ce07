import Records

/// A question for the files that the library has.
struct KnownFilesRequest: RequestDocument {
    static let limit = 500

    let digests: [BlobDigest]

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["digests"])
        let texts: [String] = try fields.value("digests")
        guard (1...Self.limit).contains(texts.count) else {
            throw fields.refusal(of: "digests", "has \(texts.count) digests; give 1 to \(Self.limit)")
        }
        digests = try texts.map { text in
            guard let digest = BlobDigest(hexadecimal: text) else {
                throw fields.refusal(
                    of: "digests", "has “\(text.prefix(70))”; a SHA-256 has 64 lower-case hexadecimal digits")
            }
            return digest
        }
    }
}

/// The end of a delivery: its sender has sent all files.
struct EndedDeliveryRequest: RequestDocument {
    let delivery: String

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["delivery"])
        delivery = try fields.value("delivery")
        guard UploadFields.isDelivery(delivery) else {
            throw fields.refusal(of: "delivery", "isn't that of an upload")
        }
    }
}
