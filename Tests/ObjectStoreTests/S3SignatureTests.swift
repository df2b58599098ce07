import AlbumenTestSupport
import Foundation
import Testing

@testable import ObjectStore

/// Signatures of requests (AWS Signature Version 4).
@Suite(.blocking) struct S3SignatureTests {
    private struct Case: Encodable {
        var method = "GET"
        var host = "examplebucket.s3.amazonaws.com"
        var path = "/"
        var query: [(name: String, value: String)] = []
        var fields: [String: String] = [:]
        var payload = S3Request.emptyPayload
        var time = "20130524T000000Z"
        var region = "us-east-1"
        var access = "AKIAIOSFODNN7EXAMPLE"
        var secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
        var token: String?

        private enum CodingKeys: String, CodingKey {
            case method, url, fields, payload, time, region, access, secret, token
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            let query = S3Signature.text(of: query)
            try container.encode(method, forKey: .method)
            try container.encode("https://\(host)\(path)\(query.isEmpty ? "" : "?\(query)")", forKey: .url)
            try container.encode(fields, forKey: .fields)
            try container.encode(payload, forKey: .payload)
            try container.encode(time, forKey: .time)
            try container.encode(region, forKey: .region)
            try container.encode(access, forKey: .access)
            try container.encode(secret, forKey: .secret)
            try container.encode(token, forKey: .token)
        }

        func authorization() throws -> String {
            let keys = try #require(S3Credentials(accessKey: access, secretKey: secret, sessionToken: token))
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
            let date = try #require(formatter.date(from: time))
            var fields = fields
            fields["Host"] = host
            let signed = try S3Signature(credentials: keys, region: region).signed(
                method, path: path, query: query, fields: fields, payload: payload, at: date)
            return try #require(signed["Authorization"])
        }

        func signature() throws -> String {
            try #require(try authorization().components(separatedBy: "Signature=").last)
        }
    }

    /// The examples in AWS's documentation of signatures in the field `Authorization`.
    @Test func `the examples of AWS have their signatures`() throws {
        var get = Case()
        get.path = "/test.txt"
        get.fields = ["Range": "bytes=0-9"]
        #expect(
            try get.authorization()
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
        var put = Case(method: "PUT")
        put.path = PercentEncoding.path("/test$file.text")
        put.fields = ["Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"]
        put.payload = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"
        #expect(try put.signature() == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
        var lifecycle = Case()
        lifecycle.query = [("lifecycle", "")]
        #expect(try lifecycle.signature() == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
        var list = Case()
        list.query = [("prefix", "J"), ("max-keys", "2")]
        #expect(try list.signature() == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
    }

    @Test func `signatures are those of botocore`() async throws {
        guard let python = StoreServers.find("python3") else { return }
        let cases = Self.cases()
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "botocore_signatures.py")
        let input = try JSONEncoder().encode(cases)
        let outcome = try await onOwnThread {
            try ProgramRun.run(
                URL(filePath: python), [script.path(percentEncoded: false)], environment: StoreServers.environment,
                input: input)
        }
        if outcome.error.contains("ModuleNotFoundError") {
            print("botocore isn't installed, so its signatures aren't compared. Run script/object-stores.")
            return
        }
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        let theirs = try JSONDecoder().decode([String].self, from: outcome.outputData)
        #expect(theirs.count == cases.count)
        for (one, other) in zip(cases, theirs) {
            #expect(try one.signature() == other, "\(one.method) \(one.path) \(one.query)")
        }
    }

    private static func cases() -> [Case] {
        let keys = ["a", "a b+c%d", "ümläut/日本語", "quotes\"'/&<>", "tilde~*()!;:@,$=?#", "x//y", "."]
        var cases: [Case] = []
        for (index, key) in keys.enumerated() {
            var one = Case(method: ["GET", "PUT", "HEAD", "DELETE", "POST"][index % 5])
            one.host = "127.0.0.1:\(9000 + index)"
            one.path = "/bucket/" + PercentEncoding.path(key)
            one.region = ["us-east-1", "eu-central-1"][index % 2]
            one.token = index % 3 == 0 ? "FwoGZXIvYXdzEXAMPLE//token+==" : nil
            one.time = "2026\(index + 10 > 12 ? "12" : String(index + 10))01T0\(index)3059Z"
            one.fields = [
                "x-amz-checksum-sha256": "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", "If-None-Match": "*",
            ]
            one.payload = String(repeating: "0123456789abcdef", count: 4)
            cases.append(one)
            one.query = [
                (PercentEncoding.query("prefix"), PercentEncoding.query(key)), ("list-type", "2"), ("uploads", ""),
                ("continuation-token", PercentEncoding.query("1/2+3==")),
            ]
            cases.append(one)
        }
        return cases
    }

    @Test func `texts of credentials have no secret`() throws {
        let keys = try #require(S3Credentials(accessKey: "AKID", secretKey: "hidden", sessionToken: "token"))
        var dumped = ""
        dump(keys, to: &dumped)
        for text in ["\(keys)", String(reflecting: keys), dumped] {
            #expect(text.contains("AKID") && !text.contains("hidden") && !text.contains("token"))
        }
        #expect(S3Credentials(accessKey: "", secretKey: "x") == nil)
        #expect(S3Credentials(accessKey: "a\r\nb", secretKey: "x") == nil)
        #expect(S3Credentials(accessKey: "a", secretKey: "x", sessionToken: "\n") == nil)
    }
}
