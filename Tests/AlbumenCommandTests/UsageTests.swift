import AlbumenTestSupport
import Foundation
import Testing

@Suite(.blocking) struct UsageTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let complaint: String

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let mistakes = [
        Mistake(
            arguments: ["lst"], complaint: "“lst” isn't a command. Did you mean “albumen list”? See “albumen help”."),
        Mistake(arguments: ["imprt", "x"], complaint: "“imprt” isn't a command. Did you mean “albumen import”?"),
        Mistake(arguments: ["imprt", "--library", "L"], complaint: "Did you mean “albumen import”?"),
        Mistake(arguments: ["help", "imprt"], complaint: "Did you mean “albumen import”? See “albumen help”."),
        Mistake(arguments: ["palette"], complaint: "“palette” isn't a command. See “albumen help”."),
        Mistake(arguments: ["\u{1B}[2J"], complaint: "“\\u{1b}[2J” isn't a command."),
        Mistake(arguments: ["rm", "421C93B7"], complaint: "Did you mean “albumen delete”?"),
        Mistake(
            arguments: ["rename", "a", "b"],
            complaint: "Did you mean “albumen album rename” or “albumen folder rename”?"),
        Mistake(
            arguments: ["album", "list", "--library", "L"],
            complaint: "“albumen album” has no command “list”. Did you mean “albumen albums”? See “albumen help album”."
        ),
        Mistake(arguments: ["trash", "empty"], complaint: "Did you mean “albumen trash purge --all”?"),
        Mistake(arguments: ["album", "crate", "x"], complaint: "Did you mean “albumen album create”?"),
        Mistake(
            arguments: ["--library", "my photos", "list"],
            complaint: "Options come after the command: albumen list --library 'my photos'."),
        Mistake(arguments: ["--json"], complaint: "Name a command before the option “--json”."),
        Mistake(arguments: ["--generate-completion-script", "ksh"], complaint: "'ksh'"),
        Mistake(arguments: ["list", "--fitler", "x"], complaint: "Unknown option '--fitler'."),
        Mistake(arguments: ["import"], complaint: "Name files or folders to import, or a device with --from."),
        Mistake(arguments: ["import", "--camera", "X", "."], complaint: "Add --from camera."),
        Mistake(arguments: ["import", "--from", "phone"], complaint: "'phone' is invalid for '--from <from>'"),
        Mistake(arguments: ["info"], complaint: "Missing expected argument '<id> ...'."),
        Mistake(arguments: ["list", "--limit", "0"], complaint: "--limit is 0."),
        Mistake(arguments: ["list", "--limit", "few"], complaint: "'few'"),
        Mistake(arguments: ["list", "--limit", "-3"], complaint: "--limit is -3. Give a number of 1 or more."),
        Mistake(arguments: ["list", "--limit", "--json"], complaint: "'--json' is invalid"),
        Mistake(arguments: ["album", "add", "x", "y", "--at", "-1"], complaint: "--at is -1."),
        Mistake(arguments: ["set", "x", "--rating", "-1"], complaint: "--rating is -1."),
        Mistake(arguments: ["delete", "x", "--confirm", "-1"], complaint: "--confirm is -1."),
        Mistake(
            arguments: ["list", "--filter", "-x"],
            complaint: "Missing value for '--filter <predicate>'. If -x is the value, write --filter=-x."),
        Mistake(arguments: ["list", "--sort", "duration:up"], complaint: "or duration:desc for the largest."),
        Mistake(arguments: ["verify", "--library", ""], complaint: "--library is empty."),
        Mistake(arguments: ["album", "add"], complaint: "See “albumen help album add”."),
        Mistake(arguments: ["album", "create", " "], complaint: "The title is empty."),
        Mistake(arguments: ["album", "move", "x"], complaint: "Specify a destination"),
        Mistake(arguments: ["album", "move", "x", "--top", "--folder", "y"], complaint: "not both."),
        Mistake(arguments: ["folder", "move", "x", "--before", "y", "--after", "z"], complaint: "not both."),
        Mistake(arguments: ["trash", "purge", "--all", "x"], complaint: "See “albumen help trash purge”."),
        Mistake(arguments: ["share", "--group", "users", "--private"], complaint: "not both."),
        Mistake(arguments: ["share", "--group", ""], complaint: "--group is empty."),
        Mistake(arguments: ["access", "set", "app"], complaint: "Missing expected argument '<access>'."),
        Mistake(arguments: ["access", "set", "app", "most"], complaint: "'most'"),
        Mistake(arguments: ["access", "set", " ", "full"], complaint: "The program's name is empty."),
        Mistake(arguments: ["delete"], complaint: "Missing expected argument '<id> ...'."),
        Mistake(arguments: ["list", "--filter", "mediaType =="], complaint: "at character"),
        Mistake(arguments: ["list", "--filter", "creationDate > \"May\""], complaint: "“May” isn't a date."),
    ]

    @Test(arguments: mistakes)
    func `a wrong command line is reported in one line with status 2`(_ mistake: Mistake) throws {
        let harness = try CommandHarness()
        let outcome = try harness.run(mistake.arguments)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.output == "")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.error.hasPrefix("albumen: "))
        #expect(outcome.error.contains(mistake.complaint), "\(outcome.error)")
        #expect(outcome.error.contains("See “albumen help"))
    }

    @Test(arguments: [["--filter", "colour == 1"], ["--sort", "colour"], ["--sort", "location"]])
    func `an unsupported key is named with the supported ones`(_ options: [String]) throws {
        let outcome = try CommandHarness().run(["list"] + options)
        #expect(outcome.exitStatus == 2)
        let key = options[1].prefix { $0 != " " }
        #expect(outcome.error.contains("“\(key)”"))
        #expect(outcome.error.contains("creationDate, modificationDate, mediaType, mediaSubtypes"))
    }

    @Test(arguments: [
        ["list"], ["info", "421C93B7-E05A-41FF-9983-02C1B8B41902"], ["verify"], ["list", "--json"], ["albums"],
        ["album", "create", "May"], ["delete", "421C93B7", "--yes"], ["trash", "purge"], ["share"],
        ["share", "--private"], ["access", "list"], ["access", "set", "app", "full"],
    ])
    func `without a library the message explains how to create one`(_ arguments: [String]) throws {
        let harness = try CommandHarness()
        let outcome = try harness.run(arguments)
        #expect(outcome.exitStatus == 1)
        #expect(
            outcome.errorLines == [
                "albumen: There is no library at \(harness.library.path). Name one with --library, or make one by "
                    + "importing photos: albumen import FOLDER"
            ])
        #expect(try harness.folder.names() == ["home"])
    }

    @Test func `a folder with other files cannot become a library`() throws {
        let harness = try CommandHarness()
        try harness.writePhotos(1)
        try harness.folder.write(Data("a".utf8), to: "library/letter.txt")
        let outcome = try harness.run("import", "photos")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("letter.txt"))
        #expect(try harness.folder.names(in: "library") == ["letter.txt"])
    }

    @Test func `the library comes from the option, the environment, the configuration or the default`() throws {
        let harness = try CommandHarness()
        func place(_ outcome: ProgramRun.Outcome) -> Substring? {
            outcome.error.firstMatch(of: /no library at (.*?)\. Name/)?.output.1
        }
        let home = harness.folder.file("home").path
        #expect(try place(harness.run("list", "--library", "/nowhere/a b")) == "/nowhere/a b")
        #expect(try place(harness.run("list", "--library", "~/mine")) == "\(home)/mine")
        #expect(try place(harness.run("list")) == "\(harness.library.path)")
        let unset = "ALBUMEN_LIBRARY"
        #expect(try place(harness.run(["list"], without: unset)) == "\(home)/Pictures/Albumen Library")
        try harness.folder.write(Data("/configured\n".utf8), to: "home/.config/albumen/library")
        #expect(try place(harness.run(["list"], without: unset)) == "/configured")
        let named = try harness.run("list", "--library", "a 'b'")
        #expect(named.error.contains("albumen import FOLDER --library 'a '\\''b'\\'''"))
    }
}
