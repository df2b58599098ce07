import Albumen
import AlbumenServer
import ArgumentParser
import Foundation

/// `albumen serve` shows the library in a browser.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show the library in a browser, on this machine and on paired devices.",
        discussion: """
            Prints a link that opens the library once, in one browser; press Return for another. Nobody sees anything \
            without a link or a token of “albumen access token”, and no other machine reaches the server without \
            --listen. Ctrl-C ends it. The browser stays signed in until 90 days after its last use, also when the server was started again: \
            see “albumen access browsers”. While it runs, new files of the folders of “albumen watch --list” are \
            imported. Apps that ask for photos find the server by the file server.json in the \
            library's folder.

            With --listen, phones and other machines see the library after “albumen pair”. Their connections use TLS: \
            with a certificate that Albumen makes and that devices have to trust once, with one of yours, or with that \
            of a proxy.

              albumen serve --open
              albumen serve --listen 0.0.0.0
              albumen serve --listen 0.0.0.0:443 --name photos.example.org \\
                --certificate fullchain.pem --key privkey.pem
              albumen serve --listen 127.0.0.1 --public-url https://photos.example.org \\
                --trusted-proxy 127.0.0.1
              albumen serve --notify 'mail -s "Albumen: a problem" me@example.org'
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The port to listen on; 0 for any that is free.", valueName: "port"))
    var port = 8420

    @Option(help: ArgumentHelp("The address to listen on, of this machine alone.", valueName: "address"))
    var host = "127.0.0.1"

    @OptionGroup(title: "Other devices")
    var devices: DeviceOptions

    @Flag(help: "Open the browser.")
    var open = false

    @Flag(help: "Make an empty library if there is none.")
    var create = false

    @Flag(help: "Sign browsers in only until the server ends.")
    var noLastingSignIn = false

    @Option(
        name: .customLong("import"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Also import new files of this folder as they come, as with “albumen watch”. Can be repeated.",
            valueName: "folder"), completion: .directory)
    var watchedFolders: [String] = []

    @OptionGroup(visibility: .hidden)
    var times: WatchTimeOptions

    @Option(
        help: ArgumentHelp(
            "The days in which all originals are checked, a share each day while nobody looks at photos; 0 for never.",
            valueName: "days"))
    var verifyDays = ContinuousVerification.usualDays

    @Option(
        help: ArgumentHelp(
            "A shell command that runs once for each new problem, such as damaged originals. It gets the text as input.",
            valueName: "command"))
    var notify: String?

    @Flag(help: "End when no app and no browser has used the server for a minute.")
    var untilIdle = false

    /// The tests don't wait for a minute.
    @Option(help: ArgumentHelp("The seconds that --until-idle waits after the last use.", visibility: .hidden))
    var idleSeconds = 60.0

    /// Tests whose pages stay open for long see no problem of a damaged library on standard error.
    @Option(help: ArgumentHelp("The seconds before the first check of the library.", visibility: .hidden))
    var careSeconds = BackgroundCare.usualDelay

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        do {
            _ = try ServerAddress(host: host, port: port)
        } catch let error as ServerError {
            throw ValidationError(error.message)
        }
        guard devices.listen == nil || !noLastingSignIn else {
            throw ValidationError("--listen and --no-lasting-sign-in exclude each other: devices stay signed in.")
        }
        guard (0...3650).contains(verifyDays) else {
            throw ValidationError("--verify-days is a number from 0 to 3650.")
        }
        guard notify != "" else { throw ValidationError("--notify is empty. Name a command.") }
        guard (0.01...86_400).contains(idleSeconds) else {
            throw ValidationError("--idle-seconds is a number from 0.01 to 86400.")
        }
        guard (0...86_400).contains(careSeconds) else {
            throw ValidationError("--care-seconds is a number from 0 to 86400.")
        }
    }

    func run() throws {
        let address = try ServerAddress(host: host, port: port)
        let supervisor = ServiceSupervisor()
        if supervisor != nil { unsetenv(ServiceSupervisor.variable) }
        if let supervisor, !create { try AwaitedLibrary(options: options, supervisor: supervisor).wait() }
        let library = try create ? options.openOrCreate() : options.openExisting()
        try warn(ofTokensIn: library)
        let server = try GalleryServer(
            library: library, address: address, signIns: noLastingSignIn ? nil : lastingSignIns(in: library),
            devices: devices.listener(for: library.identifier))
        let report = ServingReport(
            server, of: library.folder, isJSON: options.json, opensBrowser: open, isService: supervisor != nil)
        let trimming = BackgroundTrimming(of: library)
        trimming.start()
        let sync = BackgroundSync(of: library)
        sync.start()
        let backup = BackgroundBackup(of: library) { StandardError.write(line: $0) }
        backup.start()
        let care = BackgroundCare(
            of: library, verificationDays: verifyDays, notification: notify.map { HealthNotification(command: $0) },
            delay: careSeconds, isBusy: { server.isInUse })
        care.start()
        let watching = try watching(library)
        watching?.start()
        // The server also receives the signal and stops. A second signal ends the program at once.
        let interruption = Interruption {
            supervisor?.tell(.stopping)
            StopDeadline.start()
            watching?.cancel()
        }
        try withExtendedLifetime(interruption) {
            let addressFile = AddressFile(in: library.folder)
            defer { addressFile.remove() }
            let idleTime = untilIdle ? Duration.seconds(idleSeconds) : nil
            let watchdog = supervisor.flatMap { supervisor in
                supervisor.watchdogTime.map { ServiceWatchdog(supervisor: supervisor, time: $0, check: server.check) }
            }
            _ = try AwaitedTask.run {
                let watch = Task { await watchdog?.run() }
                defer { watch.cancel() }
                try await server.run(untilIdleFor: idleTime) { address in
                    do {
                        try addressFile.write(address, page: server.linkOrigin(at: address))
                    } catch let error as ServerError {
                        // Browsers can still use the library.
                        StandardError.write(line: error.message)
                    }
                    if server.isOtherAddressTaken {
                        StandardError.write(
                            line: "albumen: Another program has port \(address.port) at the other address of this "
                                + "machine (127.0.0.1 or ::1), so browsers don't stay signed in. Choose another with "
                                + "--port.")
                    }
                    try report.begin(at: address)
                    supervisor?.tell(.ready, .status("Serves \(library.folder.path) at \(address.origin)"))
                }
            }
        }
        // From here on, a signal ends the program in the default way. Ending it during a slow decode loses nothing,
        // because nobody waits for the picture.
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        trimming.stop()
        let hasWatchEnded = watching?.stop() ?? true
        let hasCareEnded = care.stop() && hasWatchEnded
        let hasBackupEnded = backup.stop()
        let hasSyncEnded = sync.stop() && hasBackupEnded && hasCareEnded
        if try AwaitedTask.run(within: .seconds(2), { try await server.finish() }), hasSyncEnded {
            try library.close()
        }
    }

    /// Returns the watch of the library's folders, or `nil` for a server that an app started for a while.
    private func watching(_ library: Library) throws -> FolderWatcher? {
        guard !untilIdle || !watchedFolders.isEmpty else { return nil }
        let report = WatchReport(isJSON: options.json, isQuiet: true)
        return try FolderWatcher(
            of: library, folders: watchedFolders, timing: times.timing, telling: { report.tell($0) })
    }

    /// Returns the browsers that stay signed in. If their file can't be used, says so and returns `nil`.
    private func lastingSignIns(in library: Library) throws -> LastingSignIns? {
        do {
            let signIns = try LastingSignIns(of: library)
            _ = try signIns.all()
            return signIns
        } catch let error as SignInError {
            StandardError.write(line: "albumen: \(PrintableText.line(error.message))")
            return nil
        }
    }

    /// Names the clients whose tokens have no effect, because they were made for the library of which this is a copy.
    private func warn(ofTokensIn library: Library) throws {
        let clients = try library.noteTokenPlace()
        guard !clients.isEmpty else { return }
        let names = PrintableText.line(clients.map { "“\($0)”" }.joined(separator: ", "))
        StandardError.write(
            line: "albumen: The library was copied, or moved to another volume. So the tokens of these programs have "
                + "no effect here: \(names). Make new ones with: albumen access token CLIENT")
    }
}
