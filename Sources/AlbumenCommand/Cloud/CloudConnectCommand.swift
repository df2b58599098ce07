import Albumen
import ArgumentParser
import BlobStore
import Cancellation
import Foundation
import Records

/// `albumen cloud connect` connects the library to a place.
struct CloudConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Connect the library to a place for its originals.",
        discussion: """
            The address is s3://BUCKET or s3://BUCKET/PREFIX for an object store with the protocol of S3, or dir:PATH for \
            a folder on another disk or a mounted share, which must exist. The address is kept in the library's \
            cloud.json. Keys are never kept in the library: they come from the variables AWS_ACCESS_KEY_ID, \
            AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN of each program that uses it, or from a file.

            A place belongs to one copy of one library. Connecting uploads nothing yet; “albumen cloud sync” does.

              albumen cloud connect s3://photos/family --endpoint https://s3.example.org
              albumen cloud connect dir:/media/nas/albumen
            """)

    @Argument(help: ArgumentHelp("s3://BUCKET, s3://BUCKET/PREFIX or dir:PATH.", valueName: "address"))
    var address: String

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

    @Flag(
        help: """
            Take the place from the copy of the library, or from the library, that writes there now. If it's still used, \
            it loses its originals there.
            """)
    var takeOver = false

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if address.isEmpty { throw ValidationError("The address is empty. Give s3://BUCKET/PREFIX or dir:PATH.") }
    }

    func run() throws {
        let library = try options.openExisting()
        var settings = CloudSettings(address: try absoluteAddress())
        (settings.endpoint, settings.region, settings.addressing) = (endpoint, region, addressing)
        settings.plainHTTPHost = plainHttp
        settings.credentials = source
        let cancellation = WorkCancellation()
        let interruption = Interruption { cancellation.cancel() }
        try withExtendedLifetime(interruption) {
            try library.connect(settings, takingOver: takeOver, cancellation)
        }
        let status = try library.cloudStatus()
        let waiting = status.totals[.waiting] ?? .init()
        let document = CloudStatusDocument(status, of: library)
        if !options.json {
            for failure in document.failures where failure.lost {
                try StandardOutput.shared.write(line: PrintableText.line(failure.line))
            }
        }
        try ChangeReport(isJSON: options.json).tell(
            document,
            "Connected to \(status.place.address). \(Count.text(waiting.count, "original")) "
                + "(\(ByteSize.text(waiting.sizeInBytes))) \(waiting.count == 1 ? "waits" : "wait") for the upload: "
                + "albumen cloud sync")
        if let failure = document.failure { throw failure }
    }

    /// A relative path would name another folder for a program in another folder.
    private func absoluteAddress() throws -> String {
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
