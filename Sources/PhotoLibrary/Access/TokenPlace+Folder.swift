import BlobStore
import CAlbumenSystem
import Foundation
import Records
import SystemCalls
import SystemPackage

extension TokenPlace {
    /// Returns the place of a library's folder, or `nil` if its status can't be read.
    init?(of folder: URL) {
        guard let path = realpath(folder.path(percentEncoded: false), nil) else { return nil }
        defer { free(path) }
        let birth = albumen_birth_time(path)
        guard birth >= 0, let identity = try? Stat(String(cString: path)).identity,
            let inVolume = Self.hash("volume \(identity.device) folder \(identity.file) \(birth)"),
            let atPath = Self.hash("folder \(identity.file) \(birth) path \(String(cString: path))")
        else { return nil }
        self.init(inVolume: inVolume, atPath: atPath)
    }

    private static func hash(_ facts: String) -> Data? { (try? BlobDigest(hashing: Data(facts.utf8)))?.data }
}
