import BlobStore
import Foundation
import Glibc
import Records

/// Signs requests with AWS Signature Version 4.
struct S3Signature {
    let credentials: S3Credentials
    let region: String

    /// Returns the fields of a request with its signature and the fields that the signature needs.
    ///
    /// - Parameters:
    ///   - path: The encoded path.
    ///   - query: The encoded names and values.
    ///   - fields: The fields to send and to sign, with `Host`.
    ///   - payload: The SHA-256 of the body in hexadecimal digits, or `UNSIGNED-PAYLOAD`.
    func signed(
        _ method: String, path: String, query: [(name: String, value: String)], fields: [String: String],
        payload: String, at date: Date
    ) throws(BlobStoreError) -> [String: String] {
        let time = Self.time(date)
        let scope = "\(time.prefix(8))/\(region)/s3/aws4_request"
        var fields = fields
        fields["X-Amz-Date"] = time
        fields["X-Amz-Content-SHA256"] = payload
        fields["X-Amz-Security-Token"] = credentials.sessionToken
        let canonicalFields = fields.map { (name: $0.lowercased(), value: Self.canonicalValue($1)) }
            .sorted { $0.name < $1.name }
        let names = canonicalFields.map(\.name).joined(separator: ";")
        let request = [
            method, path, Self.text(of: query), canonicalFields.map { "\($0.name):\($0.value)\n" }.joined(), names,
            payload,
        ].joined(separator: "\n")
        let text = ["AWS4-HMAC-SHA256", time, scope, try BlobDigest(hashing: Data(request.utf8)).hexadecimal]
            .joined(separator: "\n")
        var key = Data("AWS4\(credentials.secretKey)".utf8)
        for part in scope.split(separator: "/") { key = try HMACSHA256.code(of: part.utf8, key: key) }
        let signature = Self.hexadecimal(try HMACSHA256.code(of: text.utf8, key: key))
        fields["Authorization"] =
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(names), "
            + "Signature=\(signature)"
        return fields
    }

    /// Returns a query in the order that a signature requires.
    static func text(of query: [(name: String, value: String)]) -> String {
        query.sorted { ($0.name, $0.value) < ($1.name, $1.value) }.map { "\($0.name)=\($0.value)" }
            .joined(separator: "&")
    }

    /// Returns a time such as `20130524T000000Z`.
    static func time(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ number: Int32, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1) + digits(parts.tm_mday) + "T"
            + digits(parts.tm_hour) + digits(parts.tm_min) + digits(parts.tm_sec) + "Z"
    }

    private static func canonicalValue(_ value: String) -> String {
        value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func hexadecimal(_ bytes: Data) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
