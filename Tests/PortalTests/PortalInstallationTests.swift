import AlbumenTestSupport
import Foundation
import Testing

@testable import AlbumenPortal

@Suite(.blocking) struct PortalInstallationTests {
    private let root: TemporaryFolder

    init() throws {
        root = try TemporaryFolder()
    }

    private func install(_ arguments: String...) throws -> ProgramRun.Outcome {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../script/install-portal").standardizedFileURL
        return try ProgramRun.run(script, ["--root", root.path] + arguments, environment: ["PATH": "/usr/bin:/bin"])
    }

    private var portal: KeyFile? {
        KeyFile(path: root.file("usr/share/xdg-desktop-portal/portals/albumen.portal").path)
    }

    private var service: KeyFile? {
        KeyFile(path: root.file("usr/share/dbus-1/services/\(PortalService.busName).service").path)
    }

    @Test func `the installed files name the program, its bus name and its interface`() throws {
        #expect(try install("--program", "/opt/albumen/albumen-portal").exitStatus == 0)
        #expect(portal?.groups["portal"]?["DBusName"] == PortalService.busName)
        #expect(KeyFile.list(portal?.groups["portal"]?["Interfaces"]) == [PortalBackends.interface])
        #expect(portal?.groups["portal"]?["UseIn"] == "albumen")
        #expect(service?.groups["D-BUS Service"]?["Name"] == PortalService.busName)
        #expect(service?.groups["D-BUS Service"]?["Exec"] == "/opt/albumen/albumen-portal")
        #expect(try install("--desktop", "KDE").exitStatus == 0)
        #expect(portal?.groups["portal"]?["UseIn"] == "KDE")
        #expect(try install("--remove").exitStatus == 0)
        #expect(portal == nil && service == nil)
    }

    @Test func `values that aren't a path or a desktop install nothing`() throws {
        #expect(try install("--program", "/opt/a b/albumen-portal").exitStatus == 1)
        #expect(try install("--program", "albumen-portal").exitStatus == 1)
        #expect(try install("--desktop", "a|b").exitStatus == 1)
        #expect(try install("--unknown").exitStatus == 2)
        #expect(try install("--desktop").exitStatus == 2)
        #expect(portal == nil && service == nil)
    }
}
