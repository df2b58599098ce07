package import BlobStore
import Foundation

/// Opens the places of libraries.
package enum PlaceOpening {
    /// Opens a place. Doesn't use the network, and doesn't read keys before the first request.
    ///
    /// - Parameter environment: The variables with keys, for tests.
    /// - Throws: `misconfigured`.
    package static func open(
        _ settings: CloudSettings, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> any RemoteBlobStore {
        if settings.isFolder {
            return try DirectoryPlace(path: String(settings.address.dropFirst(4)))
        }
        guard settings.address.hasPrefix("s3://") else {
            throw RemoteBlobError(
                .misconfigured,
                "The address \(settings.address) isn't one of a place. Use s3://BUCKET/PREFIX or dir:/PATH.")
        }
        var style: S3Address.Style?
        if let addressing = settings.addressing {
            style = S3Address.Style(rawValue: addressing)
            guard style != nil else {
                throw RemoteBlobError(.misconfigured, "The addressing can be path or virtual-host.")
            }
        }
        let address = try S3Address(
            settings.address, endpoint: settings.endpoint, region: settings.region, style: style,
            plainHost: settings.plainHTTPHost)
        let reading = CredentialReading(environment: environment)
        let source = settings.credentials ?? .environment
        return S3Place(S3PlaceOptions(address)) { try reading.read(source) }
    }
}
