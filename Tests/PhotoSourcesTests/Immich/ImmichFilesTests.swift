import Foundation
import Records
import Testing

@testable import PhotoSources

@Suite
struct ImmichFilesTests {
    private static let bytes = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })

    private func immich(_ change: (inout FakeAsset) -> Void = { _ in }) throws -> FakeImmich {
        var asset = FakeAsset(1)
        asset.file = Self.bytes
        change(&asset)
        return try FakeImmich { $0.assets = [asset] }
    }

    private func file(_ immich: FakeImmich) throws -> SourceFile {
        try #require(try immich.items().first?.originals.first)
    }

    private func contents(_ file: SourceFile) throws -> Data {
        try SourceFileReader().contents(of: file, limit: 10_000_000)
    }

    @Test("An original is downloaded as it is, in pieces")
    func download() throws {
        let immich = try immich()
        let file = try file(immich)
        var (longest, data) = (0, Data())
        try SourceFileReader().read(file) { piece in
            longest = max(longest, piece.count)
            data.append(contentsOf: piece)
        }
        #expect(data == Self.bytes)
        #expect(longest <= 1 << 20)
        let request = try #require(immich.server.requests.last)
        #expect(request.target == "/api/assets/\(FakeAsset.id(1))/original")
        #expect(request.fields["x-api-key"] == FakeImmich.key)
    }

    @Test("Bytes that don't have the server's checksum are damaged")
    func checksum() throws {
        let immich = try immich()
        let file = try file(immich)
        immich.change { $0.assets[0].file[234_567] ^= 1 }
        let error = sourceError { _ = try contents(file) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("doesn't have the checksum that Immich stores of it") == true)
    }

    @Test(
        "The checksum of an external library is that of the path, and isn't that of the bytes",
        arguments: [true, false])
    func externalLibrary(hasLibrary: Bool) throws {
        let immich = try immich { asset in
            if hasLibrary { asset.values["libraryId"] = .text(FakeAsset.id(5)) }
            let digest = SHA1()
            Array((hasLibrary ? "anything" : "path:/mnt/photos/x.jpg").utf8).withUnsafeBytes { digest.update($0) }
            asset.values["originalPath"] = "/mnt/photos/x.jpg"
            asset.checksum = Data(digest.finish() ?? []).base64EncodedString()
        }
        #expect(try contents(try file(immich)) == Self.bytes)
    }

    @Test("A lost connection continues where it was", arguments: [true, false])
    func continuation(servesRanges: Bool) throws {
        let immich = try immich()
        let file = try file(immich)
        immich.change { state in
            let bytes = state.assets[0].file
            state.override = { request, _ in
                guard request.target.hasSuffix("/original") else { return nil }
                var response = FakeImmich.State.original(bytes, range: servesRanges ? request.fields["range"] : nil)
                let start =
                    request.fields["range"]?.split(whereSeparator: { "=-".contains($0) }).last
                    .flatMap { Int($0) } ?? 0
                let next = start + 250_000 - (response.status == 206 ? start : 0)
                if next < response.body.count { response.sentCount = next }
                return response
            }
        }
        #expect(try contents(file) == Self.bytes)
        #expect(immich.server.requests.filter { $0.fields["range"] != nil }.count == 2)
    }

    @Test("A connection that is lost after the last byte doesn't matter")
    func lostEnd() throws {
        let immich = try immich()
        let file = try file(immich)
        immich.change { state in
            state.override = { request, _ in
                guard request.fields["range"] == nil else { return .json("{}", status: 416) }
                return FakeServer.Response(body: Self.bytes + [0], sentCount: Self.bytes.count)
            }
        }
        #expect(try contents(file) == Self.bytes)
        #expect(immich.server.requests.last?.fields["range"] == "bytes=\(Self.bytes.count)-")
    }

    @Test("Another part than the one that was asked for is refused")
    func wrongPart() throws {
        let immich = try immich()
        let file = try file(immich)
        immich.change { state in
            state.override = { request, _ in
                guard request.target.hasSuffix("/original") else { return nil }
                var response = FakeImmich.State.original(Self.bytes, range: request.fields["range"])
                if response.status == 206 {
                    response.fields["Content-Range"] = "bytes 5-9/10"
                } else {
                    response.sentCount = 300_000
                }
                return response
            }
        }
        #expect(sourceError { _ = try contents(file) }?.code == .damaged)
    }

    @Test("A server that vanishes during a download ends it with one sentence")
    func vanishing() throws {
        let immich = try immich()
        let file = try file(immich)
        immich.change { state in
            state.override = { request, _ in
                guard request.target.hasSuffix("/original"), request.fields["range"] == nil else {
                    return FakeServer.Response(isDropped: true)
                }
                return FakeServer.Response(body: Self.bytes, sentCount: 300_000)
            }
        }
        let before = immich.server.requests.count
        let error = sourceError { _ = try contents(file) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("was lost. Import again when the server is reachable.") == true)
        // The first attempt, and three more after the last one that received something.
        #expect(immich.server.requests.count - before == 4)
    }

    @Test("A file that is larger or smaller than the list says is damaged", arguments: [Data(), Data([1, 2, 3])])
    func otherSize(change: Data) throws {
        let immich = try immich { $0.values["libraryId"] = "an external library" }
        let file = try file(immich)
        immich.change { $0.assets[0].file = change.isEmpty ? Self.bytes.dropLast() : Self.bytes + change }
        #expect(sourceError { _ = try contents(file) }?.code == .damaged)
    }

    @Test(
        "A missing original or permission is named", arguments: [(404, "doesn't understand"), (403, "asset.download")])
    func refused(status: Int, text: String) throws {
        let immich = try immich()
        let file = try file(immich)
        immich.change { $0.override = { _, _ in .json("{}", status: status) } }
        #expect(sourceError { _ = try contents(file) }?.message.contains(text) == true)
    }

    @Test("An error of the receiver ends the download and isn't the server's")
    func receiverError() throws {
        let immich = try immich()
        let file = try file(immich)
        let before = immich.server.requests.count
        struct Full: Error {}
        #expect(throws: Full.self) { try SourceFileReader().read(file) { _ in throw Full() } }
        #expect(immich.server.requests.count == before + 1)
    }

    @Test(
        "Only a UUID becomes a part of an address",
        arguments: [
            "", "../users/me", FakeAsset.id(1) + "/thumbnail", FakeAsset.id(1) + "#sha1=12",
            FakeAsset.id(1).dropLast() + "g",
            FakeAsset.id(1) + "#sha1=" + String(repeating: "+1", count: 20),
        ])
    func hostileIdentity(text: String) throws {
        #expect(ImmichFiles.Identity(text) == nil)
        let immich = try immich()
        let connection = try ImmichConnection(
            ImmichServer(address: immich.server.address, apiKey: FakeImmich.key), allowsPlainHTTP: false, waits: [])
        #expect(sourceError { try ImmichFiles(connection).read(text) { _ in } }?.code == .unreadable)
        #expect(immich.server.requests.isEmpty)
    }

    @Test("The text of an original's identity is read again")
    func identityText() throws {
        let asset = try #require(ImmichIdentifier("ABCDEF01-2345-4678-9aBC-DEF012345678"))
        #expect(asset.text == "abcdef01-2345-4678-9abc-def012345678")
        for sha1 in [nil, (0..<20).map { UInt8($0 * 12) }] {
            let original = ImmichFiles.Identity(asset: asset, sha1: sha1)
            #expect(ImmichFiles.Identity(original.text) == original)
        }
    }
}
