import Albumen
import ArgumentParser
import Foundation

/// `albumen watch` imports the new and changed files of folders by themselves.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Import new and changed files of folders as they come.",
        discussion: """
            Runs until Ctrl-C, and imports each new or changed photo and video of the folders when its file is \
            complete, and those that came while nothing ran. Files that are renamed, moved or deleted there change \
            nothing in the library. A file that can't be imported is named once.

            “albumen serve” watches the folders of the list by itself. --add, --remove and --list change and show this \
            list, and end. A folder on the command line is watched in addition, until Ctrl-C.

              albumen watch --add ~/Camera
              albumen watch --add --albums ~/Scans
              albumen watch --list
              albumen watch /media/card/DCIM
            """)

    @Argument(help: ArgumentHelp("Folders.", valueName: "folder"), completion: .directory)
    var folders: [String] = []

    @Flag(help: "Add the folders to the list.")
    var add = false

    @Flag(help: "Remove the folders from the list. Their photos stay.")
    var remove = false

    @Flag(help: "Show the list, and what became of the files.")
    var list = false

    @Flag(help: "Put the photos of each folder into an album with its name.")
    var albums = false

    @OptionGroup(visibility: .hidden)
    var times: WatchTimeOptions

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        guard [add, remove, list].filter(\.self).count <= 1 else {
            throw ValidationError("Choose one of --add, --remove and --list.")
        }
        if add || remove, folders.isEmpty { throw ValidationError("Name the folders.") }
        if list, !folders.isEmpty { throw ValidationError("--list has no folders.") }
        if albums, remove || list { throw ValidationError("--albums is for folders that are watched.") }
    }

    func run() throws {
        let library = try options.openExisting()
        if add {
            for folder in folders { try library.watchFolder(folder, makesAlbums: albums) }
            try show(library, isChanged: true)
        } else if remove {
            for folder in folders where try !library.stopWatchingFolder(folder) {
                throw CommandFailure("\(folder) isn't in the list. Look with: albumen watch --list")
            }
            try show(library, isChanged: true)
        } else if list {
            try show(library)
        } else {
            try watch(library)
        }
    }

    /// - Parameter isChanged: Whether the list has changed. A server takes a moment to see that.
    private func show(_ library: Library, isChanged: Bool = false) throws {
        let output = StandardOutput.shared
        let folders = try library.watchedFolders().map(WatchedFolderDocument.init)
        for folder in folders {
            for line in try options.json ? [JSONLine.text(folder)] : folder.lines { try output.write(line: line) }
        }
        try output.flush()
        guard !options.json else { return }
        if folders.isEmpty {
            StandardError.write(line: "No folder is in the list. To add one: albumen watch --add FOLDER")
        } else if !library.isWatchingFolders {
            StandardError.write(
                line: isChanged
                    ? "These folders are watched while albumen serve or albumen watch runs."
                    : "No process watches these folders now. Start one with: albumen serve")
        }
    }

    private func watch(_ library: Library) throws {
        if try folders.isEmpty && library.watchedFolders().isEmpty {
            throw CommandFailure(
                "No folder is in the list. Name one, or add it to the list: albumen watch --add FOLDER")
        }
        let report = WatchReport(isJSON: options.json)
        let watcher = try FolderWatcher(
            of: library, folders: folders, makesAlbums: albums, timing: times.timing, telling: { report.tell($0) })
        report.onFailure { [weak watcher] in watcher?.cancel() }
        try watcher.claim()
        let interruption = Interruption {
            StandardError.write(
                line: "Stopping after the files in progress. Press Ctrl-C again to stop immediately.")
            watcher.cancel()
        }
        let trimming = BackgroundTrimming(of: library)
        trimming.start()
        let backup = BackgroundBackup(of: library) { StandardError.write(line: $0) }
        backup.start()
        watcher.start()
        withExtendedLifetime(interruption) { watcher.wait() }
        trimming.stop()
        let hasBackupEnded = backup.stop()
        if let failure = report.failure { throw failure is StandardOutput.Closed ? ExitCode.failure : failure }
        if hasBackupEnded { try library.close() }
    }
}

/// Times of a watch, for tests.
struct WatchTimeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The seconds for which a file stays the same until it's complete.", visibility: .hidden))
    var settlingSeconds: Double?

    var timing: WatchTiming {
        var timing = WatchTiming()
        if let settlingSeconds {
            timing.settling = .seconds(settlingSeconds)
            timing.longSettling = .seconds(settlingSeconds * 10)
            timing.longestWait = .seconds(settlingSeconds * 5)
        }
        return timing
    }
}
