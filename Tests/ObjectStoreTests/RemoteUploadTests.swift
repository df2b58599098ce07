import BlobStore
import Foundation
import Records
import Testing

/// The values of uploads that the catalog stores.
@Suite struct RemoteUploadTests {
    private let digest: BlobDigest
    private let name: RemoteName

    init() throws {
        digest = try BlobDigest(hashing: Data("content".utf8))
        name = try #require(RemoteName("albumen/catalog/e0000000000000001/0000/a.ltx"))
    }

    private func decode(_ text: String) throws -> RemoteUpload {
        try JSONDecoder().decode(RemoteUpload.self, from: Data(text.utf8))
    }

    @Test func aValueOfAnEarlierVersionIsAnOriginal() throws {
        let upload = try decode(
            """
            {"digest":"\(digest)","size":9000000,"partSize":8388608,"reference":"r",
            "parts":[{"number":1,"digest":"\(digest)","tag":"t","isConfirmed":true}]}
            """)
        #expect(upload.name == .original(digest) && upload.isOriginal && upload.date == nil)
        #expect(upload.reference == "r" && upload.parts.count == 1 && upload.partCount == 2)
    }

    @Test func anEarlierVersionCanReadAnOriginal() throws {
        let data = try JSONEncoder().encode(RemoteUpload(of: digest, size: 3))
        let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(Set(object.keys) == ["digest", "size", "partSize", "parts"])
    }

    @Test func anObjectKeepsItsNameAndDate() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000.123)
        var upload = RemoteUpload(name, digest: digest, size: 20 << 20, date: date)
        upload.reference = "r"
        let copy = try JSONDecoder().decode(RemoteUpload.self, from: JSONEncoder().encode(upload))
        #expect(copy == upload && copy.name == name && !copy.isOriginal)
    }

    @Test(arguments: [
        #""name":"../a","size":1,"partSize":8388608"#, #""name":"","size":1,"partSize":8388608"#,
        #""size":-1,"partSize":8388608"#, #""size":1,"partSize":0"#, #""size":1,"partSize":1"#,
        #""size":9223372036854775807,"partSize":8388608"#,
    ])
    func aDamagedValueIsRefused(_ members: String) throws {
        #expect(throws: DecodingError.self) { try decode("{\"digest\":\"\(digest)\",\"parts\":[],\(members)}") }
    }

    @Test func errorsNameTheObject() throws {
        let upload = RemoteUpload(name, digest: digest, size: 1)
        let errors = [
            upload.sourceDamaged, upload.sourceUnreadable(CocoaError(.fileReadUnknown)),
            upload.taken(in: "s3://photos", "object"),
        ]
        for error in errors {
            #expect(error.message.contains(name.text) && !error.message.contains("original"))
        }
        #expect(errors.map(\.code) == [.sourceDamaged, .sourceDamaged, .damaged])
    }
}
