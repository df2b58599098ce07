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
        ask "$origin/api/uploads" | grep -o '"offset":[0-9]*'
        upload=$(ask "$origin/api/uploads" | sed 's/.*"upload":"\([^"]*\)".*/\1/')
        mount -o remount,size=300m disk
        offset=$(ask -I "$origin/api/uploads/$upload" | tr -d '\r' | sed -n 's/^Upload-Offset: //Ip')
        echo "== $offset"
        tail -c +$((offset + 1)) large >rest
        ask -X PATCH -H "Upload-Offset: $offset" -H 'Upload-Complete: ?1' -H 'Content-Type: application/partial-upload' \
          -H 'Expect:' --data-binary @rest -o answer -w '%{http_code}\n' "$origin/api/uploads/$upload"
        """#

    @Test(
        .enabled(if: geteuid() == 0, "only root can mount a disk"),
        .enabled(if: access("/usr/bin/curl", X_OK) == 0, "curl isn't installed"))
    func `a full disk ends an upload with a reason, and it goes on where it ended when there is room`() throws {
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
        try #require(lines.count == 5, "\(outcome.output)\(outcome.error)")
        #expect(lines[0].contains("\"noRoom\"") && lines[0].contains("60000000 more bytes"))
        #expect(lines[1].contains("\"noRoom\"") && lines[1].contains("Make room there"))
        let offset = try #require(Int(lines[2].drop { $0 != ":" }.dropFirst()))
        #expect((1..<60_000_000).contains(offset))
        #expect(lines[3] == "== \(offset)")
        #expect(lines[4] == "200")
    }
}
