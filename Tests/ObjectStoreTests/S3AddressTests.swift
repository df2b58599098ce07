import BlobStore
import Foundation
import Records
import Testing

@testable import ObjectStore

/// Addresses of buckets and servers.
@Suite struct S3AddressTests {
    @Test func `an address has a bucket, a prefix and a server`() throws {
        let address = try S3Address("s3://my-bucket/a/b/", endpoint: "https://s3.example.org:8443", region: "eu-1")
        #expect(address.bucket == "my-bucket" && address.prefix == "a/b" && address.region == "eu-1")
        #expect(address.style == .path && address.hostField == "s3.example.org:8443")
        #expect(address.path(ofKey: address.key(text: "x y")) == "/my-bucket/a/b/x%20y")
        #expect(address.description == "s3://my-bucket/a/b")
        let host = try S3Address("s3://my-bucket", endpoint: "https://S3.example.org:443", style: .virtualHost)
        #expect(host.hostField == "my-bucket.s3.example.org")
        #expect(host.path(ofKey: "k") == "/k" && host.path(ofKey: nil) == "/")
        #expect(host.url(path: "/k", query: "a=b") == "https://my-bucket.s3.example.org/k?a=b")
    }

    @Test func `AWS has its endpoint, region and style`() throws {
        let address = try S3Address("s3://my-bucket", region: "eu-west-1")
        #expect(address.hostField == "my-bucket.s3.eu-west-1.amazonaws.com" && address.style == .virtualHost)
        #expect(try S3Address("s3://my-bucket", endpoint: "https://s3.eu-north-1.amazonaws.com").region == "eu-north-1")
        // The certificate of AWS has no names with a dot in the bucket.
        #expect(try S3Address("s3://my.bucket").style == .path)
    }

    @Test func `only loopback and a named host may be unencrypted`() throws {
        for host in ["localhost", "127.0.0.1", "127.9.9.9:80", "[::1]:9000"] {
            let address = try S3Address("s3://bucket", endpoint: "http://\(host)")
            #expect(address.requiresLoopback && !address.usesTLS, "\(host)")
        }
        for host in ["example.org", "10.0.0.1", "127.0.0.1.example.org", "localhost.example.org", "0.0.0.0", "[::2]"] {
            let error = #expect(throws: RemoteBlobError.self) {
                try S3Address("s3://bucket", endpoint: "http://\(host)")
            }
            #expect(error?.code == .misconfigured, "\(host)")
        }
        let named = try S3Address("s3://bucket", endpoint: "http://nas.local:9000", plainHost: "nas.local")
        #expect(!named.requiresLoopback)
        #expect(throws: RemoteBlobError.self) {
            try S3Address("s3://bucket", endpoint: "http://other.local:9000", plainHost: "nas.local")
        }
    }

    @Test(
        arguments: [
            ("s3:bucket", nil), ("s3://", nil), ("s3://ab", nil), ("s3://Bucket", nil), ("s3://buc_ket", nil),
            ("s3://a..b", nil), ("s3://bucket/../x", nil), ("s3://bucket//x", nil), ("s3://key@bucket", nil),
            ("s3://bucket", "ftp://host"), ("s3://bucket", "host"), ("s3://bucket", "https://user:secret@host"),
            ("s3://bucket", "https://host/path"), ("s3://bucket", "https://host?q"), ("s3://bucket", "https://"),
            ("dir:/bucket", nil),
        ] as [(String, String?)])
    func `other addresses are refused, without their secrets`(_ address: String, _ endpoint: String?) {
        let error = #expect(throws: RemoteBlobError.self) { try S3Address(address, endpoint: endpoint) }
        #expect(error?.code == .misconfigured)
        #expect(error?.message.contains("secret@") == false)
    }

    @Test func `a region has letters, digits and hyphens`() {
        #expect(throws: RemoteBlobError.self) { try S3Address("s3://bucket", region: "eu/1") }
    }

    @Test func `names are components without dots at their starts`() throws {
        for text in ["", "/", "a/", "/a", "a//b", ".", "..", "a/../b", "a/.hidden", "a\u{0}", "a\nb", "a\u{85}"] {
            #expect(RemoteName(text) == nil, "\(text.debugDescription)")
        }
        #expect(RemoteName(String(repeating: "a", count: 201)) == nil)
        #expect(RemoteName(String(repeating: "abcdefg/", count: 64) + "a") == nil)
        // Equal bytes, not canonical equivalence.
        #expect(RemoteName("\u{E9}") != RemoteName("e\u{301}"))
        let digest = try BlobDigest(hashing: Data())
        let name = RemoteName.original(digest)
        #expect(name.text == "originals/e3/\(digest)" && name.originalDigest == digest)
        #expect(RemoteName("originals/00/\(digest)")?.originalDigest == nil)
        #expect(RemoteName("originals/\(digest)")?.originalDigest == nil)
    }

    @Test func `large uploads have at most 10,000 parts of whole pieces`() throws {
        let digest = try BlobDigest(hashing: Data())
        let sizes: [Int64] = [0, 1, 8 << 20, (8 << 20) + 1, 80_000 << 20, (80_000 << 20) + 1, 5 << 40]
        for size in sizes {
            let upload = RemoteUpload(of: digest, size: size)
            #expect(upload.partSize % RemoteUpload.pieceSize == 0)
            #expect((1...10_000).contains(upload.partCount))
            #expect(upload.range(ofPart: 1).lowerBound == 0)
            #expect(upload.range(ofPart: upload.partCount).upperBound == size)
        }
        #expect(RemoteUpload(of: digest, size: 80_000 << 20).partSize == RemoteUpload.pieceSize)
    }

    @Test func `dates of servers are read`() {
        #expect(S3Failure.date("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
        for text in ["", "Sun, 06 Nov 1994", "Sun, 06 Xxx 1994 08:49:37 GMT", "Sun, 06 Nov -1 08:49:37 GMT"] {
            #expect(S3Failure.date(text) == nil)
        }
    }
}
