import AlbumenTestSupport
import Foundation
import Testing

@Suite(.blocking) struct ImportTests {
    /// A folder with two photos, one of them twice, a sidecar, a text, and a photo without a byte.
    private func makeFolder(_ harness: CommandHarness) throws {
        try harness.writePhotos(2)
        let copy = SampleMedia.png(texts: [("Comment", "twice")])
        try harness.folder.write(copy, to: "photos/a.png")
        try harness.folder.write(copy, to: "photos/b.png")
        try harness.folder.write(SampleMedia.emptySidecar, to: "photos/photo-0.xmp")
        try harness.folder.write(Data("words".utf8), to: "photos/words.txt")
        try harness.folder.write(Data(), to: "photos/empty.jpg")
    }

    @Test func `an import of all kinds of files is reported as text`() throws {
        let harness = try CommandHarness()
        try makeFolder(harness)
        let outcome = try harness.run("import", "photos")
        #expect(outcome.exitStatus == 3)
        #expect(
            outcome.outputLines == [
                "Imported 3 files as 3 items; 1 duplicate, 1 refused.",
                "Ignored: 1 sidecar, 1 file of another kind.",
            ])
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errorLines.first?.hasPrefix("refused: \(harness.folder.path)photos/empty.jpg: ") == true)
        #expect(
            outcome.errorLines.last
                == "albumen: 1 file was refused for the reasons above. The import of the other files is complete.")
        #expect(try harness.run("list").outputLines.count == 3)
        #expect(try harness.run("verify").exitStatus == 0)
    }

    @Test func `a server needs a key and an answer, and the key is in no message`() throws {
        let harness = try CommandHarness()
        let keyless = try harness.run("import", "https://127.0.0.1:1")
        #expect(keyless.exitStatus == 3 && keyless.error.contains("IMMICH_API_KEY"), "\(keyless.error)")
        try harness.folder.write(Data("SECRET-KEY\n".utf8), to: "key")
        let silent = try harness.run("import", "--key-file", "key", "https://127.0.0.1:1")
        #expect(silent.exitStatus == 3 && silent.error.contains("refused: https://127.0.0.1:1"), "\(silent.error)")
        #expect(!(silent.error + silent.output).contains("SECRET-KEY"))
        let absent = try harness.run("import", "--key-file", "nowhere", "https://127.0.0.1:1")
        #expect(absent.exitStatus == 1 && absent.error.contains("nowhere can't be read"), "\(absent.error)")
    }

    @Test func `an import of all kinds of files is reported as JSON`() throws {
        let harness = try CommandHarness()
        try makeFolder(harness)
        let outcome = try harness.run("import", "--json", "photos")
        #expect(outcome.exitStatus == 3)
        var objects = try outcome.objects()
        #expect(
            objects.popLast() == [
                "assets": 3, "duplicates": 1, "healed": 0, "imported": 3, "refused": 1, "refusedAgain": 0,
                "restored": 0, "skipped": 2, "skippedFolders": 0, "sources": [], "unread": 0, "updated": 0,
            ])
        let events = Dictionary(grouping: objects) { $0["event"]?.text ?? "" }
        #expect(events.mapValues(\.count) == ["imported": 3, "duplicate": 1, "refused": 1, "skipped": 2])
        for event in events["imported", default: []] {
            #expect(Set(event.keys) == ["damage", "event", "joined", "localIdentifier", "path"])
            #expect(event["joined"] == false)
        }
        let duplicate = try #require(events["duplicate"]?.first)
        let original = events["imported"]?.first { $0["path"]?.text?.hasSuffix(".png") == true }
        #expect(duplicate["localIdentifier"] == original?["localIdentifier"])
        #expect(Set(duplicate.keys) == ["event", "localIdentifier", "path", "trashed"])
        #expect(duplicate["trashed"] == false)
        #expect(Set(events["refused"]?.first?.keys.map { $0 } ?? []) == ["again", "event", "path", "reason"])
        #expect(events["refused"]?.first?["again"] == false)
        let reasons = events["skipped", default: []].compactMap { $0["reason"]?.text }
        #expect(Set(reasons) == ["other", "sidecar"])
    }

    @Test func `a second import reads nothing again`() throws {
        let harness = try CommandHarness()
        try harness.writePhotos(3)
        #expect(try harness.run("import", "photos").exitStatus == 0)
        let again = try harness.run("import", "photos")
        #expect(again.exitStatus == 0)
        #expect(again.output == "Imported 0 files as 0 items; 3 unchanged since an earlier import.\n")
        let objects = try harness.run("import", "photos", "--json").objects()
        #expect(objects.dropLast().allSatisfy { $0["event"] == "skipped" && $0["reason"] == "unchanged" })
        #expect(
            objects.last == [
                "assets": 0, "duplicates": 0, "healed": 0, "imported": 0, "refused": 0, "refusedAgain": 0,
                "restored": 0, "skipped": 3, "skippedFolders": 0, "sources": [], "unread": 0, "updated": 0,
            ])
    }

    @Test func `a refused file that hasn't changed is counted once more in one line, with status 0`() throws {
        let harness = try CommandHarness()
        try makeFolder(harness)
        try harness.folder.write(Data(), to: "photos/void.jpg")
        #expect(try harness.run("import", "photos").errorLines.count == 3)
        let again = try harness.run("import", "photos")
        #expect((again.exitStatus, again.error) == (0, ""))
        #expect(
            again.outputLines.prefix(2) == [
                "Imported 0 files as 0 items; 5 unchanged since an earlier import.",
                "2 files were refused by an earlier import and haven't changed since. To list them: --json",
            ])
        let json = try harness.run("import", "--json", "photos")
        #expect(json.exitStatus == 0)
        let refused = try json.objects().filter { $0["event"] == "refused" }
        #expect(refused.map { $0["again"] } == [true, true])
        #expect(refused.allSatisfy { $0["reason"]?.text?.isEmpty == false })
        let summary = try json.objects().last
        #expect(summary?["refused"] == 2 && summary?["refusedAgain"] == 2)
    }

    @Test func `a refused file that changed, and a new one, are listed with status 3`() throws {
        let harness = try CommandHarness()
        try harness.folder.write(Data(), to: "photos/empty.jpg")
        try harness.folder.write(Data(), to: "photos/void.jpg")
        #expect(try harness.run("import", "photos").exitStatus == 3)
        try harness.folder.write(Data("longer".utf8), to: "photos/void.jpg")
        try harness.folder.write(Data(), to: "photos/zero.jpg")
        let outcome = try harness.run("import", "photos")
        #expect(outcome.exitStatus == 3)
        #expect(
            outcome.errorLines.dropLast().map { $0.firstMatch(of: /\w+\.jpg/)?.output } == ["void.jpg", "zero.jpg"])
        #expect(
            outcome.errorLines.last
                == "albumen: 2 files were refused for the reasons above. The import of the other files is complete.")
        #expect(outcome.outputLines.first == "Imported 0 files as 0 items; 2 refused.")
        #expect(
            outcome.outputLines.last
                == "1 file was refused by an earlier import and hasn't changed since. To list them: --json")
    }

    @Test func `a dry run reports the result and creates no library`() throws {
        let harness = try CommandHarness()
        try makeFolder(harness)
        let before = try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
            .filter { $0.hasPrefix("albumen.dry-run.") }
        let outcome = try harness.run("import", "--dry-run", "photos")
        #expect(outcome.exitStatus == 3)
        #expect(
            outcome.outputLines == [
                "Would import 3 files; 1 duplicate, 1 refused.", "Ignored: 1 sidecar, 1 file of another kind.",
                "This was a dry run: nothing was changed.",
            ])
        let after = try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
            .filter { $0.hasPrefix("albumen.dry-run.") }
        #expect(after == before)
        #expect(try harness.folder.names() == ["home", "photos"])
        let objects = try harness.run("import", "--dry-run", "--json", "photos").objects()
        #expect(
            objects.last == [
                "assets": nil, "duplicates": 1, "healed": 0, "imported": 3, "refused": 1, "refusedAgain": 0,
                "restored": 0, "skipped": 2, "skippedFolders": 0, "sources": [], "unread": 0, "updated": 0,
            ])
        #expect(objects.first { $0["event"] == "imported" }?["localIdentifier"] == .null)
    }

    @Test func `a dry run knows the files of an existing library`() throws {
        let harness = try CommandHarness()
        #expect(try harness.run("import", harness.writePhotos(2).path).exitStatus == 0)
        try harness.folder.write(SampleMedia.gif(), to: "photos/new.gif")
        let outcome = try harness.run("import", "--dry-run", "photos")
        #expect(outcome.outputLines.first == "Would import 1 file; 2 unchanged since an earlier import.")
        #expect(try harness.run("list").outputLines.count == 2)
    }

    @Test func `a missing path is reported before the import starts`() throws {
        let harness = try CommandHarness()
        try harness.writePhotos(1)
        let outcome = try harness.run("import", "photos", "photso")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error == "albumen: photso: No such file or directory. Nothing was imported; check the path.\n")
        #expect(try harness.folder.names() == ["home", "photos"])
    }

    @Test func `a broken link is refused and the other files are imported`() throws {
        let harness = try CommandHarness()
        let folder = try harness.writePhotos(1)
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "lost.jpg"), withDestinationURL: URL(fileURLWithPath: "/nowhere/lost.jpg"))
        let outcome = try harness.run("import", "photos")
        #expect(outcome.exitStatus == 3)
        #expect(outcome.errorLines.first?.contains("photos/lost.jpg: No such file or directory") == true)
        #expect(outcome.outputLines.first == "Imported 1 file as 1 item; 1 refused.")
    }

    @Test func `a truncated photo is imported with a warning`() throws {
        let harness = try CommandHarness()
        try harness.folder.write(SampleMedia.jpeg(width: 640, height: 480).dropLast(40), to: "photos/cut.jpg")
        let outcome = try harness.run("import", "photos")
        #expect(outcome.exitStatus == 0)
        let damaged = "damaged, imported: \(harness.folder.path)photos/cut.jpg: "
        #expect(outcome.errorLines.first?.hasPrefix(damaged) == true)
        #expect(outcome.output == "Imported 1 file as 1 item, 1 of them damaged.\n")
        #expect(try harness.run("list", "--json").objects().first?["damaged"] == true)
    }

    @Test func `date, offset and location of a photo are imported`() throws {
        let harness = try CommandHarness()
        let exif = SampleMedia.Exif(
            dateTimeOriginal: "2024:05:07 09:33:04", offsetTimeOriginal: "+08:00", subSecTimeOriginal: "046",
            latitude: 31.25, longitude: -121.5)
        try harness.folder.write(SampleMedia.jpeg(width: 40, height: 30, exif: exif), to: "photos/one.jpg")
        #expect(try harness.run("import", "photos").exitStatus == 0)
        let object = try #require(try harness.run("list", "--json").objects().first)
        #expect(object["creationDate"] == "2024-05-07T01:33:04.046Z")
        #expect(object["localDateTime"] == "2024-05-07T09:33:04.046+08:00")
        #expect(object["dateSource"] == "exifOriginal")
        #expect(object["location"] == ["latitude": 31.25, "longitude": -121.5])
        #expect(object["pixelWidth"] == 40)
        let identifier = try #require(object["localIdentifier"]?.text)
        #expect(try harness.run("info", identifier).output.contains("camera       Albumen Sample 1"))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `an interrupt completes the batch and explains how to continue`(_ signal: Int32) throws {
        let harness = try CommandHarness()
        try harness.writePhotos(1200)
        let running = try harness.start("import", "photos", "--json")
        #expect(running.waitForOutput { $0.contains("\"event\":\"imported\"") })
        running.kill(signal, wholeGroup: true)
        let outcome = try running.wait()
        #expect(outcome.exitStatus == 1)
        #expect(outcome.errorLines.last?.contains("Run the same command again to continue.") == true)
        let imported = try outcome.objects().filter { $0["event"] == "imported" }.count
        #expect(try harness.run("list").outputLines.count == imported)
        #expect(try harness.run("verify").exitStatus == 0)
        let rest = try harness.run("import", "photos", "--json").objects()
        #expect(rest.last?["imported"] == .number(Double(1200 - imported)))
        #expect(rest.last?["duplicates"] == 0)
    }

    @Test func `a second interrupt ends the import at once, and the next one completes it`() throws {
        let harness = try CommandHarness()
        try harness.writePhotos(1200)
        let running = try harness.start("import", "photos", "--json")
        #expect(running.waitForOutput { $0.contains("\"event\":\"imported\"") })
        running.kill(SIGINT)
        #expect(running.waitForError { $0.contains("Press Ctrl-C again to stop immediately.") })
        running.kill(SIGINT)
        let ending = try running.wait().ending
        // The batch may have come to its end before the second signal.
        #expect(ending == .signalled(SIGINT) || ending == .exited(1))
        #expect(try harness.run("import", "photos").exitStatus == 0)
        #expect(try harness.run("list").outputLines.count == 1200)
        #expect(try harness.run("verify").exitStatus == 0)
    }

    @Test func `an import whose output is closed stops silently`() throws {
        let harness = try CommandHarness()
        try harness.writePhotos(400)
        let outcome = try ProgramRun.run(
            URL(fileURLWithPath: "/bin/bash"),
            [
                "-c", "\"$0\" import photos --json | head -n 1 | wc -l; echo ${PIPESTATUS[0]}",
                CommandHarness.executable.path,
            ], environment: harness.environment, workingDirectory: harness.folder.url)
        #expect(outcome.error == "")
        #expect(outcome.outputLines.map { $0.trimmingCharacters(in: .whitespaces) } == ["1", "1"])
        #expect(try harness.run("verify").exitStatus == 0)
    }

    @Test func `without the worker the import fails with instructions`() throws {
        let harness = try CommandHarness()
        try harness.writePhotos(1)
        var environment = harness.environment
        environment["ALBUMEN_MEDIA_WORKER"] = "/nowhere/worker"
        let outcome = try ProgramRun.run(
            CommandHarness.executable, ["import", "photos"], environment: environment,
            workingDirectory: harness.folder.url)
        #expect(outcome.exitStatus == 1)
        #expect(
            outcome.error
                == "albumen: ALBUMEN_MEDIA_WORKER names /nowhere/worker, which is not a program that can be run.\n")
    }

    @Test func `folders of other programs and links are reported, one line per kind`() throws {
        let harness = try CommandHarness()
        try harness.writePhotos(1)
        let photo = SampleMedia.png(texts: [("Comment", "thumbnail")])
        for folder in 0..<7 { try harness.folder.write(photo, to: "photos/\(folder)/@eaDir/a.png") }
        try harness.folder.write(photo, to: "photos/A.photoslibrary/originals/a.png")
        try harness.folder.write(photo, to: "elsewhere/a.png")
        try FileManager.default.createSymbolicLink(
            at: harness.folder.file("photos/link"), withDestinationURL: harness.folder.file("elsewhere"))
        let photos = harness.folder.path + "photos"
        let outcome = try harness.run("import", "photos")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.outputLines.count == 4)
        #expect(outcome.outputLines.first == "Imported 1 file as 1 item.")
        #expect(
            outcome.outputLines.contains { line in
                line.hasPrefix("Skipped a library of Apple's Photos: \(photos)/A.photoslibrary. ")
            })
        #expect(
            outcome.outputLines.contains { line in
                line.hasPrefix("Skipped thumbnails of a NAS or a cloud: \(photos)/0/@eaDir, ")
                    && line.hasSuffix(" and 2 more (--json lists all).")
            })
        #expect(
            outcome.outputLines.last
                == "1 link leads out of the named folders and was not followed. To follow it: --follow-links")
        let objects = try harness.run("import", "--json", "photos").objects()
        #expect(objects.filter { $0["event"] == "skippedFolder" && $0["kind"] == "thumbnails" }.count == 7)
        #expect(objects.filter { $0["event"] == "skipped" && $0["reason"] == "link" }.count == 1)
        #expect(objects.last?["skippedFolders"] == 8)
        let followed = try harness.run("import", "--follow-links", "photos")
        #expect(followed.outputLines.first?.hasPrefix("Imported 1 file as 1 item; ") == true)
    }

    @Test func `archives are reported, and change only the first import's status`() throws {
        let harness = try CommandHarness()
        try harness.writePhotos(1)
        try harness.folder.write(Data("{}".utf8), to: "photos/package.json")
        try harness.folder.write(Data("PK\u{3}\u{4}".utf8), to: "photos/takeout.zip")
        for isFirst in [true, false] {
            let outcome = try harness.run("import", "photos")
            #expect(outcome.exitStatus == (isFirst ? 3 : 0))
            #expect(
                outcome.outputLines.dropFirst() == [
                    "Ignored: 1 sidecar.",
                    "Not read: 1 archive (\(harness.folder.path)photos/takeout.zip). Unpack it and import the folder.",
                ])
            #expect(outcome.error.contains("1 archive couldn't be read, as listed above.") == isFirst)
        }
        let objects = try harness.run("import", "--json", "photos").objects()
        #expect(objects.compactMap { $0["unread"]?.text } == ["archive"])
        #expect(objects.last?["unread"] == 0)
    }

    @Test func `a date in the name precedes the modification date`() throws {
        let harness = try CommandHarness()
        try harness.folder.write(SampleMedia.png(texts: []), to: "photos/IMG-20120815-WA0007.png")
        #expect(try harness.run("import", "photos").exitStatus == 0)
        let asset = try #require(try harness.run("list", "--json").objects().first)
        #expect(asset["dateSource"] == "filename")
        #expect(asset["creationDate"] == "2012-08-15T12:00:00Z")
    }
}
