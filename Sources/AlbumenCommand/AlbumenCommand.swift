import ArgumentParser
import Foundation
import ProgramFiles

/// The program `albumen`.
@main
struct AlbumenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "albumen",
        abstract: "A photo library on this machine: import, see, sort and check photos and videos.",
        discussion: """
            Begin with a folder of photos; its files stay as they are:

              albumen import ~/Pictures/Camera
              albumen serve --open

            The library is the one that --library names, else ALBUMEN_LIBRARY, else the path in \
            ~/.config/albumen/library, else "~/Pictures/Albumen Library".

            Exit status: 0 done, 1 failed, 2 wrong usage, 3 done but some files were refused, \
            could not be read, or have data that can't be read yet, 4 the disk is full.
            """,
        version: ProgramVersion.text,
        subcommands: [
            ImportCommand.self, WatchCommand.self, ListCommand.self, InfoCommand.self, SetCommand.self,
            EditCommand.self,
            RevertCommand.self, AlbumsCommand.self, AlbumCommand.self, FolderCommand.self, DeleteCommand.self,
            TrashCommand.self, ExportCommand.self, BackupCommand.self, RestoreCommand.self, CloudCommand.self,
            LibraryCommand.self, ServeCommand.self, OpenCommand.self, PairCommand.self, PushCommand.self,
            ServiceCommand.self,
            AccessCommand.self, ChangesCommand.self, ThumbnailsCommand.self, RefreshCommand.self, VerifyCommand.self,
            ShareCommand.self,
            StatusCommand.self, DoctorCommand.self,
        ])

    static func main() {
        // If the reader ends early (`| head`), the write fails instead of a signal.
        signal(SIGPIPE, SIG_IGN)
        let status = run(Array(CommandLine.arguments.dropFirst()))
        LastChanges.send()
        Foundation.exit(status.rawValue)
    }

    /// Runs the command, writes errors to standard error, and returns the exit status.
    private static func run(_ arguments: [String]) -> ExitCode {
        do {
            if let mistake = UsageMistake(inHelpFor: arguments, of: Self.self) {
                throw CommandFailure("\(mistake.explanation) See “albumen help”.", status: .usage)
            }
            var command = try parseAsRoot(arguments)
            try command.run()
            return .success
        } catch let status as ExitCode {
            return status
        } catch is StandardOutput.Closed {
            return .success
        } catch let failure as CommandFailure {
            StandardError.write(line: "albumen: \(oneLine(failure.message))", as: .error)
            return failure.code
        } catch {
            return answer(error, to: arguments)
        }
    }

    /// Prints help and versions as results. Other errors are wrong usage or failures of the library.
    private static func answer(_ error: any Error, to arguments: [String]) -> ExitCode {
        switch exitCode(for: error) {
        case .success:
            do {
                try StandardOutput.shared.write(line: fullMessage(for: error))
                try StandardOutput.shared.flush()
                return .success
            } catch {
                return error is StandardOutput.Closed ? .success : .failure
            }
        case .validationFailure:
            let complaint =
                UsageMistake(arguments, of: Self.self)?.explanation
                ?? UsageMistake.withRemedy(sentence(oneLine(message(for: error))), arguments)
            let topic = (["albumen", "help"] + commandPath(arguments)).joined(separator: " ")
            StandardError.write(line: "albumen: \(complaint) See “\(topic)”.", as: .error)
            return .usage
        default:
            StandardError.write(line: "albumen: \(oneLine(CommandFailure.text(of: error)))", as: .error)
            return .status(of: error)
        }
    }

    /// Returns the names of the command at the start of the arguments, such as `album create`.
    private static func commandPath(_ arguments: [String]) -> [String] {
        var path: [String] = []
        var commands = configuration.subcommands
        for argument in arguments {
            guard let command = commands.first(where: { $0.configuration.commandName == argument }) else { break }
            path.append(argument)
            commands = command.configuration.subcommands
        }
        return path
    }

    /// Returns the text as one line.
    private static func oneLine(_ text: String) -> String {
        PrintableText.line(
            text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// Returns the text with a full stop, which only some of the parser's messages have.
    private static func sentence(_ text: String) -> String {
        guard let last = text.last, !".!?".contains(last) else { return text }
        return text + "."
    }
}
