import ArgumentParser
import BlobStore
import Foundation

/// The options that say how a place is reached, and where its keys are.
struct PlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The store's address. (default: AWS)", valueName: "url"))
    var endpoint: String?

    @Option(help: ArgumentHelp("The store's region.", valueName: "region"))
    var region: String?

    @Option(help: ArgumentHelp("How buckets are addressed: path or virtual-host.", valueName: "style"))
    var addressing: String?

    @Option(help: ArgumentHelp("Read the keys from this section of ~/.aws/credentials.", valueName: "name"))
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "Read the keys from this file. With --profile, it has sections; otherwise only you may read it.",
            valueName: "file"),
        completion: .file())
    var credentials: String?

    @Option(
        help: ArgumentHelp(
            "Permit unencrypted HTTP to this host. Others on the network can then read and change the photos.",
            valueName: "host"))
    var plainHttp: String?

    /// Returns the settings of the place with an address.
    func settings(_ address: String) throws -> CloudSettings {
        var settings = CloudSettings(address: try Self.absolute(address))
        (settings.endpoint, settings.region, settings.addressing) = (endpoint, region, addressing)
        settings.plainHTTPHost = plainHttp
        settings.credentials = source
        return settings
    }

    /// A relative path would name another folder for a program in another folder.
    private static func absolute(_ address: String) throws -> String {
        guard address.hasPrefix("dir:") else { return address }
        let path = (String(address.dropFirst(4)) as NSString).expandingTildeInPath
        guard !path.isEmpty else { throw ValidationError("The folder is missing: dir:PATH.") }
        return "dir:" + URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL.path
    }

    private var source: CredentialSource? {
        let file = credentials.map { URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath).path }
        if let profile { return .profile(profile, file: file) }
        return file.map { .file($0) }
    }
}
