import AlbumenTestSupport
import Foundation
import Testing

@testable import AlbumenCommand

/// What the shells complete.
@Suite(.blocking) struct CompletionTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `a script is generated for each shell`(_ shell: String) throws {
        let outcome = try CommandHarness().run("--generate-completion-script", shell)
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error == "")
        #expect(outcome.outputLines.count > 100)
        for word in ["albums", "restore", "no-favorite"] { #expect(outcome.output.contains(word)) }
    }

    @Test(arguments: ["bash", "zsh", "fish"].filter { $0 == "bash" || access("/usr/bin/\($0)", X_OK) == 0 })
    func `each installed shell accepts its script`(_ shell: String) throws {
        let harness = try CommandHarness()
        let script = try harness.run("--generate-completion-script", shell).outputData
        let file = harness.folder.url.appending(path: "albumen.\(shell)")
        try script.write(to: file)
        let check = try ProgramRun.run(
            URL(fileURLWithPath: "/usr/bin/\(shell)"), ["-n", file.path], environment: harness.environment)
        #expect(check.exitStatus == 0)
        #expect(check.error == "")
    }

    /// As bash asks: the words of the command line end with the one to complete.
    private func candidates(_ harness: CommandHarness, _ words: String...) throws -> [String] {
        var environment = harness.environment
        environment["ALBUMEN_TEST_EXECUTABLE"] = CommandHarness.executable.path
        let program = #"""
            albumen() { "$ALBUMEN_TEST_EXECUTABLE" "$@"; }
            eval "$(albumen --generate-completion-script bash)"
            COMP_WORDS=("$@" ""); COMP_CWORD=$#; COMP_LINE="$* "; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
            _albumen albumen "" "${@: -1}"
            printf '%s\n' "${COMPREPLY[@]}"
            """#
        let outcome = try ProgramRun.run(
            URL(fileURLWithPath: "/usr/bin/bash"), ["-c", program, "bash"] + words, environment: environment,
            workingDirectory: harness.folder.url)
        return outcome.outputLines
    }

    @Test func `titles of albums and folders are completed`() throws {
        let shelf = try AlbumsTests.makeTree()
        #expect(Set(try candidates(shelf, "albumen", "album", "rename")) == ["Lisbon", "Madrid", "Family"])
        #expect(try candidates(shelf, "albumen", "folder", "delete") == ["Trips"])
        #expect(try candidates(shelf, "albumen", "album", "create", "x", "--folder") == ["Trips"])
        #expect(
            Set(try candidates(shelf, "albumen", "album", "move", "Lisbon", "--before"))
                == ["Lisbon", "Madrid", "Family", "Trips"])
    }

    @Test func `albums with the same title are completed by identifier`() throws {
        let shelf = try ListTests.makeShelf()
        for _ in 0..<2 { try AlbumsTests.succeed(shelf, "album", "create", "Twin") }
        let offered = try candidates(shelf, "albumen", "list", "--album")
        #expect(offered.count == 2)
        #expect(offered.allSatisfy { $0.hasSuffix("/L0/040") })
    }

    /// `compgen -W` expands the words that it is handed.
    @Test func `special characters in a title are quoted`() throws {
        let shelf = try ListTests.makeShelf()
        let titles = ["Bob's", "Road Trip", "x\\y", "c\"d", "* ;a", "{a,b}"]
        // On the command line bash would leave these to be expanded.
        let untypable = ["$(touch ran)", "`touch ran`", "$HOME", "~", "Hey!"]
        for title in titles + untypable { try AlbumsTests.succeed(shelf, "album", "create", title) }
        try AlbumsTests.succeed(shelf, "album", "create", "--", "-yes")
        let offered = try candidates(shelf, "albumen", "album", "rename")
        #expect(Set(offered.filter { !$0.hasSuffix("/L0/040") }) == Set(titles))
        #expect(offered.count == titles.count + untypable.count + 1)
        #expect(try !shelf.folder.names().contains("ran"))
    }

    @Test func `each shell receives titles in its format`() {
        #expect(CollectionCompletion.word(for: "a: b", in: "zsh") == "a\\: b")
        #expect(CollectionCompletion.word(for: "a\\b", in: "zsh") == nil)
        #expect(CollectionCompletion.word(for: "it's", in: "bash") == "'it'\\''s'")
        #expect(CollectionCompletion.word(for: "it's: b", in: "fish") == "it's: b")
        for title in ["", "-x", "a\nb", "a\tb"] { #expect(CollectionCompletion.word(for: title, in: "fish") == nil) }
    }

    @Test func `the keys of --sort and --filter are completed`() throws {
        let harness = try CommandHarness()
        let sorts = try candidates(harness, "albumen", "list", "--sort")
        #expect(Set(sorts).isSuperset(of: ["creationDate", "duration", "originalFilename", "iso", "libraryOrder"]))
        #expect(!sorts.contains { $0.contains(":") } && !sorts.contains("keywords"))
        let filters = try candidates(harness, "albumen", "list", "--filter")
        #expect(Set(filters).isSuperset(of: ["creationDate", "keywords", "cameraModel", "rating", "iso"]))
        #expect(KeyCompletion.sortWords(in: "zsh").contains("duration\\:desc"))
        #expect(KeyCompletion.sortWords(in: "fish").contains("duration:desc"))
        for key in sorts { #expect(try harness.run("list", "--sort", key).error.contains("There is no library")) }
    }

    @Test func `without a library nothing is completed, and none is created`() throws {
        let harness = try CommandHarness()
        #expect(try candidates(harness, "albumen", "album", "rename").allSatisfy(\.isEmpty))
        #expect(try harness.folder.names() == ["home"])
    }
}
