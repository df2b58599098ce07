import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The host never decodes stored pictures that another user made.
@Suite struct DerivativeSealTests {
    private static let noWorkers = LibraryWorkers(executable: "/nonexistent/albumen-media-worker")

    let folder: TemporaryFolder
    let digest = BlobDigest.sample(1)
    private let own = DerivativeSeal(key: UserSecret.random())
    private let foreign = DerivativeSeal(key: UserSecret.random())

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("derivatives that this user made are decoded without a worker, in both sizes")
    func ownPictures() throws {
        try derivatives(own, Self.noWorkers).store([sample()])
        let reader = derivatives(own, Self.noWorkers)
        #expect(try reader.bitmap(.thumbnail, of: digest)?.longSide == 256)
        #expect(try reader.bitmap(.preview, of: digest)?.longSide == 1440)
        #expect(try reader.thumbnailOrPreview(of: digest).thumbnail != nil)
    }

    @Test("the host doesn't decode derivatives of another user or without a seal", arguments: [true, false])
    func foreignPictures(isSealed: Bool) throws {
        try store(isSealed: isSealed)
        let reader = derivatives(own, Self.noWorkers)
        #expect(try reader.bitmap(.thumbnail, of: digest) == nil)
        #expect(try reader.bitmap(.preview, of: digest) == nil)
        #expect(try reader.thumbnailOrPreview(of: digest).thumbnail == nil)
        #expect(try reader.presence(of: [digest])[digest]?.hasPreview == true, "They wait for a worker.")
    }

    @Test("a worker decodes such derivatives once, and then they belong to this user", arguments: [true, false])
    func adoption(isSealed: Bool) throws {
        try store(isSealed: isSealed)
        let reader = derivatives(own)
        #expect(try reader.bitmap(.thumbnail, of: digest)?.size == PixelSize(width: 256, height: 171))
        #expect(try reader.bitmap(.preview, of: digest)?.size == PixelSize(width: 1440, height: 960))
        let later = derivatives(own, Self.noWorkers)
        #expect(try later.bitmap(.thumbnail, of: digest)?.size == PixelSize(width: 256, height: 171))
        let preview = try #require(try later.bitmap(.preview, of: digest))
        #expect(abs(Int(preview.colour(x: 720, y: 480).red) - 127) < 10)
        let statistics = try later.statistics()
        #expect((statistics.thumbnailCount, statistics.previewCount) == (1, 1))
        #expect(try folder.previewFiles().count == 1)
    }

    @Test("a picture with alpha is adopted unchanged")
    func adoptedAlpha() throws {
        let picture = SampleBitmap.plain(width: 100, height: 80, red: 200, alpha: 100)
        try derivatives(foreign).store([.sample(picture, of: digest)])
        _ = try derivatives(own).bitmap(.thumbnail, of: digest)
        let later = try #require(try derivatives(own, Self.noWorkers).bitmap(.preview, of: digest))
        #expect(later.colour(x: 5, y: 5).alpha == 100)
    }

    @Test("a derivative that was changed, or moved to another original or size, has no valid seal")
    func changedPictures() throws {
        let made = try sample()
        let sealed = try own.sealed(made.thumbnail, .thumbnail, of: digest)
        #expect(try own.isValid(sealed, .thumbnail, of: digest))
        #expect(DerivativeSeal.picture(in: sealed) == made.thumbnail)
        #expect(try !own.isValid(sealed, .preview, of: digest))
        #expect(try !own.isValid(sealed, .thumbnail, of: .sample(2)))
        for index in [0, sealed.count / 2, sealed.count - 20, sealed.count - 1] {
            var changed = sealed
            changed[index] ^= 1
            #expect(try !own.isValid(changed, .thumbnail, of: digest))
        }
        for length in [0, 1, 19, 20, 21] {
            #expect(try !own.isValid(sealed.suffix(length), .thumbnail, of: digest))
        }
    }

    @Test("another user's bytes that aren't a picture are removed")
    func noPicture() throws {
        try rawStore().store([DerivativeRecord(sha256: digest, thumbnail: Data("hostile".utf8), preview: nil)])
        let reader = derivatives(own)
        #expect(try reader.bitmap(.thumbnail, of: digest) == nil)
        #expect(try !reader.contains(.thumbnail, digest))
    }

    @Test("bytes served as a file have no seal")
    func bytes() throws {
        let made = try sample()
        try derivatives(own).store([made])
        #expect(try derivatives(foreign).bytes(.thumbnail, of: digest) == made.thumbnail)
        #expect(try derivatives(own).bytes(.preview, of: digest) == made.preview)
    }

    private func sample() throws -> Derivatives.Made {
        try .sample(SampleBitmap.gradient(width: 3000, height: 2000), of: digest)
    }

    private func store(isSealed: Bool) throws {
        let made = try sample()
        if isSealed { return try derivatives(foreign).store([made]) }
        let preview = made.preview.map { DerivativeRecord.Preview(bytes: $0, isPNG: false) }
        try rawStore().store([DerivativeRecord(sha256: digest, thumbnail: made.thumbnail, preview: preview)])
    }

    /// A store from before seals existed.
    private func rawStore() -> DerivativeStore {
        DerivativeStore(
            in: folder.url, recipes: Derivatives.recipes, budgetInBytes: Derivatives.defaultBudgetInBytes)
    }

    private func derivatives(
        _ seal: DerivativeSeal, _ workers: LibraryWorkers = LibraryWorkers(executable: nil)
    ) -> Derivatives {
        Derivatives(in: folder.url, seal: seal, workers: workers)
    }
}

@Suite struct UserSecretTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("the secret is made once, and only its user can read it", arguments: ["XDG_STATE_HOME", "HOME"])
    func madeOnce(variable: String) throws {
        let secret = try #require(UserSecret.load(environment: [variable: folder.path]))
        #expect(secret.count == 32)
        #expect(UserSecret.load(environment: [variable: folder.path]) == secret)
        let place = variable == "HOME" ? ".local/state/albumen" : "albumen"
        #expect(try mode(place) == 0o700)
        #expect(try mode("\(place)/secret") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file(place).path) == ["secret"])
    }

    @Test("a file that others can read or write, a file of another length and a link are not used")
    func unusableFiles() throws {
        let environment = ["XDG_STATE_HOME": folder.path]
        let secret = try #require(UserSecret.load(environment: environment))
        let file = folder.file("albumen/secret").path
        #expect(chmod(file, 0o644) == 0)
        #expect(UserSecret.load(environment: environment) == nil)
        #expect(chmod(file, 0o600) == 0)
        #expect(UserSecret.load(environment: environment) == secret)
        #expect(rename(file, file + ".elsewhere") == 0)
        #expect(symlink(file + ".elsewhere", file) == 0)
        #expect(UserSecret.load(environment: environment) == nil)
        #expect(unlink(file) == 0)
        #expect(FileManager.default.createFile(atPath: file, contents: Data(), attributes: [.posixPermissions: 0o600]))
        #expect(UserSecret.load(environment: environment) == nil)
    }

    @Test("no secret is made in another user's folder", .enabled(if: geteuid() == 0, "needs root"))
    func foreignHome() throws {
        try #require(chown(folder.path, 65_534, 65_534) == 0)
        #expect(UserSecret.load(environment: ["HOME": folder.path]) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("without a folder there is no secret", arguments: [[:], ["HOME": "relative"], ["HOME": "/proc/nowhere"]])
    func noPlace(environment: [String: String]) {
        #expect(UserSecret.load(environment: environment) == nil)
    }

    private func mode(_ name: String) throws -> mode_t {
        var status = stat()
        try #require(stat(folder.file(name).path, &status) == 0)
        return status.st_mode & 0o777
    }
}
