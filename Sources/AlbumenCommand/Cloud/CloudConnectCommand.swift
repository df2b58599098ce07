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

    @OptionGroup
    var placeOptions: PlaceOptions

    @Flag(
        help: """
            Take the place from the copy of the library, or from the library, that writes there now. If it's still used, \
            it loses its originals there.
            """)
    var takeOver = false

    @Flag(
        inversion: .prefixedNo,
        help: """
            Report each change only after the place has it, so that a lost machine loses no reported change. Changes then \
            need the place. (default: as before, and at first --no-durable)
            """)
    var durable: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Restore the backup to a temporary file once a week to check it. (default: as before, and at first --drill)
            """)
    var drill: Bool?

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if address.isEmpty { throw ValidationError("The address is empty. Give s3://BUCKET/PREFIX or dir:PATH.") }
    }

    func run() throws {
        let library = try options.openExisting()
        var settings = try placeOptions.settings(address)
        settings.isDrillOff = try drill.map { !$0 } ?? library.cloudSettings()?.isDrillOff
        let cancellation = WorkCancellation()
        let interruption = Interruption { cancellation.cancel() }
        try withExtendedLifetime(interruption) {
            try library.connect(settings, takingOver: takeOver, isDurable: durable, cancellation)
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
                + "albumen cloud sync. The place gets a copy of each original and of each change, so “albumen cloud restore” "
                + "makes the library again after a loss. It isn't a second library: only this copy writes there, and what "
                + "you delete for good leaves it after 37 days."
                + (status.place.isDurable ? " Each change is reported only after the place has it." : ""))
        if let failure = document.failure { throw failure }
    }
}
