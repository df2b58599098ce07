import AlbumenTestSupport
import Foundation
import Testing

/// Uploads into a library whose disk is full.
@Suite(.blocking) struct FullDiskUploadTests {
    private static let unshare = URL(fileURLWithPath: "/usr/bin/unshare")

    /// Asks as a page would, with curl. A library's disk keeps 64 MB free.
    private static let script = #"""
        set -u
        mkdir disk
        mount -t tmpfs -o size=110m none disk || { echo "no mount"; exit 77; }
        "$ALBUMEN" serve --create --library "$PWD/disk/library" --port 0 --no-lasting-sign-in >out 2>err </dev/null &
        server=$!
        trap 'kill $server; wait $server; umount disk' EXIT
        for _ in $(seq 600); do link=$(grep -o 'http://[^ ]*/open?key=[^ ]*' out) && break; sleep 0.1; done
        origin=${link%/open*}
        curl -s -o page -c jar "$link"
        token=$(curl -s -b jar "$origin/api/session" | sed 's/.*"csrfToken":"\([^"]*\)".*/\1/')
        ask() { curl -s -b jar -H "Origin: $origin" -H "Albumen-CSRF-Token: $token" "$@"; }
        head -c 60000000 /dev/zero >large
        name='Content-Disposition: inline; filename="large.jpg"'
        # The length is known, so nothing is sent.
        ask -X POST -H "$name" -H 'Upload-Complete: ?0' -H 'Upload-Length: 60000000' "$origin/api/uploads"; echo
        # The length isn't known.
        ask -D head -X POST -H "$name" -H 'Upload-Complete: ?0' -H 'Transfer-Encoding: chunked' -H 'Expect:' \
          --data-binary @large "$origin/api/uploads"; echo
        # It may have no end, so nothing of it stays.
        echo "== $(ask "$origin/api/uploads" | grep -o '"offset":[0-9]*' | wc -l) $(ls disk/*/uploads/*.data 2>/dev/null | wc -l)"
        mount -o remount,size=300m disk
        ask -X POST -H "$name" -H 'Upload-Complete: ?1' -H 'Expect:' \
          --data-binary @large -o answer -w '%{http_code}\n' "$origin/api/uploads"
        """#

    @Test(
        .enabled(if: geteuid() == 0, "only root can mount a disk"),
        .enabled(if: access("/usr/bin/curl", X_OK) == 0, "curl isn't installed"))
    func `a full disk ends an upload with a reason, and the file comes in when there is room`() throws {
        let harness = try CommandHarness()
        var environment = harness.environment
        environment["ALBUMEN"] = CommandHarness.executable.path
        environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
        let namespace = ["-m", "--propagation", "private", "/bin/bash", "-c"]
        let trial = try ProgramRun.run(Self.unshare, namespace + ["true"])
        if trial.exitStatus != 0 { try Test.cancel("no mount namespace: \(trial.error)") }
        let outcome = try ProgramRun.run(
            Self.unshare, namespace + [Self.script], environment: environment,
            workingDirectory: harness.folder.url)
        if outcome.exitStatus == 77 { try Test.cancel("\(outcome.output)") }
        let lines = outcome.outputLines
        try #require(lines.count == 4, "\(outcome.output)\(outcome.error)")
        #expect(lines[0].contains("\"noRoom\"") && lines[0].contains("60000000 more bytes"))
        #expect(lines[1].contains("\"noRoom\"") && lines[1].contains("what had arrived was deleted"))
        #expect(lines[2] == "== 0 0")
        #expect(lines[3] == "200")
    }
}
