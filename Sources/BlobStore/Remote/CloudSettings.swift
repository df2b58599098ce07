package import Foundation
internal import Glibc
internal import SystemCalls
internal import SystemPackage

/// The address of a library's place and the source of its keys, as in the library's file `cloud.json`. It has no secret.
package struct CloudSettings: Hashable, Sendable, Codable {
    package static let fileName = "cloud.json"
    private static let currentFormat = 1
    private static let fileLimit = 64 << 10

    private var format = CloudSettings.currentFormat
    /// `s3://BUCKET`, `s3://BUCKET/PREFIX` or `dir:/PATH`.
    package var address: String
    /// The server's address, such as `https://s3.example.org`. `nil` for AWS.
    package var endpoint: String?
    package var region: String?
    /// `path` or `virtual-host`, or `nil` for the usual one of the endpoint.
    package var addressing: String?
    /// The name of a server that may be used without encryption.
    package var plainHTTPHost: String?
    /// The source of the keys. A folder has none.
    package var credentials: CredentialSource?
    /// Whether the library only reads the place, because another copy of it writes there.
    package var isReadOnly: Bool?
    /// Whether the backup isn't restored to a temporary file once a week, to check it.
    package var isDrillOff: Bool?

    /// Whether the place is a folder.
    package var isFolder: Bool { address.hasPrefix("dir:") }

    package init(address: String) {
        self.address = address
    }

    package static func file(inLibrary folder: URL) -> URL {
        folder.appending(path: fileName, directoryHint: .notDirectory)
    }

    /// Reads the settings of a library.
    ///
    /// - Returns: `nil` if the library isn't connected.
    /// - Throws: `misconfigured`, with the file and the next step.
    package static func read(inLibrary folder: URL) throws -> CloudSettings? {
        let path = file(inLibrary: folder).path(percentEncoded: false)
        func failure(_ reason: String) -> RemoteBlobError {
            RemoteBlobError(
                .misconfigured, "\(path) can't be used: \(reason) Connect the library to its place again.")
        }
        let data: Data
        do {
            guard let file = try FileSystem.openIfPresent(path, O_RDONLY) else { return nil }
            data = try file.withDescriptor { descriptor in
                let status = try FileSystem.status(of: descriptor, path: path, role: .stored)
                guard status.isRegularFile, status.size <= fileLimit else { throw failure("it isn't a small file.") }
                var bytes = [UInt8](repeating: 0, count: Int(status.size))
                let count = try bytes.withUnsafeMutableBytes { bytes in
                    try FileDescriptor(rawValue: descriptor).read(at: 0, into: bytes)
                }
                return Data(bytes.prefix(count))
            }
        } catch let error as BlobStoreError {
            throw RemoteBlobError(.misconfigured, "\(path) can't be read: \(error.message)")
        } catch let error as Errno {
            throw failure("\(error).")
        }
        let settings: CloudSettings
        do {
            settings = try JSONDecoder().decode(CloudSettings.self, from: data)
        } catch {
            throw failure("it isn't in the form that Albumen writes.")
        }
        guard settings.format == currentFormat else {
            throw RemoteBlobError(
                .misconfigured, "\(path) was written by a newer version of Albumen. Update Albumen.")
        }
        return settings
    }

    /// Writes the settings of a library durably. Only its owner can read the file, also in a library that is shared.
    ///
    /// - Throws: `misconfigured`. Nothing is written if the address or the endpoint could have a secret.
    package func write(inLibrary folder: URL) throws {
        let url = Self.file(inLibrary: folder)
        guard ![address, endpoint ?? ""].contains(where: { $0.contains("@") && !$0.hasPrefix("dir:") }) else {
            throw RemoteBlobError(
                .misconfigured, "The address has a user or a key. Pass keys in the environment, a profile or a file.")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try DurableFile.write(try encoder.encode(self), to: url)
        } catch let error as BlobStoreError {
            throw RemoteBlobError(
                .misconfigured, "\(url.path(percentEncoded: false)) can't be written: \(error.message)")
        }
    }

    /// Removes the settings of a library. A missing file isn't an error.
    package static func remove(inLibrary folder: URL) throws {
        let path = file(inLibrary: folder).path(percentEncoded: false)
        do {
            guard try FileSystem.status(at: path) != nil else { return }
            try FileSystem.check("unlink", path) { unlink(path) }
            try FileSystem.synchronizeFolder(folder.path(percentEncoded: false))
        } catch let error {
            throw RemoteBlobError(.misconfigured, "\(path) can't be removed: \(error.message)")
        }
    }
}
