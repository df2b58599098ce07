import AlbumenTestSupport
import BlobStore
import Foundation
import ObjectStore
import SystemCalls
import SystemPackage
import Testing

/// `cloud.json`, and the sources of keys.
@Suite struct CloudSettingsTests {
    @Test func `settings come back, and only their owner can read them`() throws {
        let folder = try TemporaryFolder()
        #expect(try CloudSettings.read(inLibrary: folder.url) == nil)
        let sources: [CredentialSource?] = [
            nil, .environment, .profile("photos", file: nil), .profile("a", file: "/b"), .file("/c"),
        ]
        for source in sources {
            var settings = CloudSettings(address: "s3://bucket/prefix")
            settings.endpoint = "https://s3.example.org"
            settings.region = "eu-1"
            settings.addressing = "path"
            settings.plainHTTPHost = "nas"
            settings.credentials = source
            try settings.write(inLibrary: folder.url)
            #expect(try CloudSettings.read(inLibrary: folder.url) == settings)
        }
        #expect(try Stat(FilePath(folder.path + "/cloud.json")).modeBits == 0o600)
        try CloudSettings.remove(inLibrary: folder.url)
        try CloudSettings.remove(inLibrary: folder.url)
        #expect(try CloudSettings.read(inLibrary: folder.url) == nil)
    }

    @Test func `an address with a secret isn't written`() throws {
        let folder = try TemporaryFolder()
        var settings = CloudSettings(address: "s3://key:secret@bucket")
        #expect(throws: RemoteBlobError.self) { try settings.write(inLibrary: folder.url) }
        settings = CloudSettings(address: "s3://bucket")
        settings.endpoint = "https://key:secret@host"
        #expect(throws: RemoteBlobError.self) { try settings.write(inLibrary: folder.url) }
        #expect(try CloudSettings.read(inLibrary: folder.url) == nil)
    }

    @Test(arguments: ["", "{", "[]", #"{"format":2,"address":"s3://bucket"}"#, #"{"format":1}"#])
    func `other content is refused with the file's name`(_ text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(text.utf8), to: "cloud.json")
        let error = #expect(throws: RemoteBlobError.self) { try CloudSettings.read(inLibrary: folder.url) }
        #expect(error?.code == .misconfigured && error?.message.contains("cloud.json") == true)
    }

    @Test func `a link or a folder in place of the file is refused`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(#"{"format":1,"address":"s3://bucket"}"#.utf8), to: "other")
        try FileManager.default.createSymbolicLink(
            at: folder.file("cloud.json"), withDestinationURL: folder.file("other"))
        #expect(throws: RemoteBlobError.self) { try CloudSettings.read(inLibrary: folder.url) }
        try FileManager.default.removeItem(at: folder.file("cloud.json"))
        try folder.makeFolder("cloud.json")
        #expect(throws: RemoteBlobError.self) { try CloudSettings.read(inLibrary: folder.url) }
    }

    @Test func `places open by their address`() throws {
        #expect(try PlaceOpening.open(CloudSettings(address: "dir:/photos/")).address == "dir:/photos")
        var settings = CloudSettings(address: "s3://bucket/a")
        settings.endpoint = "http://127.0.0.1:9000"
        #expect(try PlaceOpening.open(settings).address == "s3://bucket/a")
        settings.addressing = "other"
        #expect(throws: RemoteBlobError.self) { try PlaceOpening.open(settings) }
        for address in ["", "photos", "dir:photos", "ftp://host", "https://bucket"] {
            let error = #expect(throws: RemoteBlobError.self) {
                try PlaceOpening.open(CloudSettings(address: address))
            }
            #expect(error?.code == .misconfigured)
        }
    }

    // MARK: Keys

    private func accessKey(_ source: CredentialSource, _ environment: [String: String] = [:]) throws -> String {
        try CredentialReading(environment: environment).read(source).accessKey
    }

    @Test func `keys come from the environment, a profile or a file`() throws {
        let folder = try TemporaryFolder()
        let text = """
            # comment
            [default]
            aws_access_key_id = DEFAULT
            aws_secret_access_key = s1
            [photos]
            AWS_ACCESS_KEY_ID=PHOTOS
            aws_secret_access_key=hidden-secret=
            aws_session_token = t
            [half]
            aws_access_key_id = HALF
            """
        let profiles = try folder.write(Data(text.utf8), to: ".aws/credentials").path(percentEncoded: false)
        let environment = ["AWS_ACCESS_KEY_ID": "ENV", "AWS_SECRET_ACCESS_KEY": "s"]
        #expect(try accessKey(.environment, environment) == "ENV")
        #expect(try accessKey(.profile("default", file: nil), ["HOME": folder.path]) == "DEFAULT")
        #expect(
            try accessKey(.profile("photos", file: nil), ["AWS_SHARED_CREDENTIALS_FILE": profiles]) == "PHOTOS")
        #expect(try accessKey(.profile("photos", file: profiles)) == "PHOTOS")
        #expect(chmod(profiles, 0o600) == 0)
        #expect(try accessKey(.file(profiles)) == "DEFAULT")
        for source in [CredentialSource.profile("half", file: profiles), .profile("none", file: profiles)] {
            let error = #expect(throws: RemoteBlobError.self) { try accessKey(source) }
            #expect(error?.code == .withoutCredentials && error?.message.contains("hidden-secret") == false)
        }
        let missing = #expect(throws: RemoteBlobError.self) { try accessKey(.environment, ["AWS_ACCESS_KEY_ID": "x"]) }
        #expect(missing?.message.contains("AWS_SECRET_ACCESS_KEY") == true)
    }

    @Test func `files that others can read, that are too long or no files are refused`() throws {
        let folder = try TemporaryFolder()
        let keys = Data("aws_access_key_id = A\naws_secret_access_key = hidden\n".utf8)
        let path = try folder.write(keys, to: "keys").path(percentEncoded: false)
        #expect(chmod(path, 0o644) == 0)
        let shared = #expect(throws: RemoteBlobError.self) { try accessKey(.file(path)) }
        #expect(shared?.message.contains("chmod 600") == true && shared?.message.contains("hidden") == false)
        #expect(chmod(path, 0o600) == 0)
        #expect(try accessKey(.file(path)) == "A")
        let long = try folder.write(Data(count: 300 << 10), to: "long").path(percentEncoded: false)
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        for path in [long, folder.path + "/pipe", folder.path, folder.path + "/nothing"] {
            let error = #expect(throws: RemoteBlobError.self) { try accessKey(.profile("default", file: path)) }
            #expect(error?.code == .withoutCredentials)
        }
    }
}
