import AlbumenTestSupport
import Foundation
import Testing

@testable import AlbumenPortal

@Suite struct PortalBackendsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, interfaces, desktops) in [
            ("albumen", PortalBackends.interface, "albumen"), ("gtk", "\(PortalBackends.interface);a.b.C;", "gnome"),
            ("kde", "a.b.C;\(PortalBackends.interface)", "KDE;Plasma"), ("wlr", "a.b.Screenshot", "sway;wlroots"),
        ] {
            try write(
                "[portal]\nDBusName=bus.\(name)\nInterfaces=\(interfaces)\nUseIn=\(desktops)\n",
                "portals/\(name).portal")
        }
        try write("[portal]\nInterfaces=\(PortalBackends.interface)\n", "portals/broken.portal")
        try write("no keys", "portals/text.portal")
    }

    private func write(_ text: String, _ name: String) throws {
        try folder.write(Data(text.utf8), to: "xdg-desktop-portal/\(name)")
    }

    private func other(desktop: String = "", chosen: String? = nil) -> String? {
        PortalBackends(
            environment: [
                "HOME": "/nonexistent", "XDG_DATA_DIRS": folder.path, "XDG_CONFIG_DIRS": folder.path,
                "XDG_CURRENT_DESKTOP": desktop,
            ], chosen: chosen
        ).other()
    }

    @Test func `the backend for other files is the desktop's, or else gtk`() {
        #expect(other(desktop: "KDE") == "bus.kde")
        #expect(other(desktop: "ubuntu:GNOME") == "bus.gtk")
        #expect(other(desktop: "plasma") == "bus.kde")
        #expect(other(desktop: "sway") == "bus.gtk")
        #expect(other() == "bus.gtk")
    }

    @Test func `it's the next one in portals.conf`() throws {
        try write("[preferred]\n# files\n\(PortalBackends.interface) = albumen;kde\ndefault=gtk\n", "portals.conf")
        #expect(other(desktop: "GNOME") == "bus.kde")
        try write("[preferred]\ndefault=wlr;kde;gtk\n\(PortalBackends.interface)=albumen\n", "sway-portals.conf")
        #expect(other(desktop: "sway") == "bus.kde")
        try write("[preferred]\ndefault=albumen;*\n", "portals.conf")
        // The machine can have more backends.
        #expect(![nil, "bus.albumen"].contains(other(desktop: "KDE")))
        try write("[preferred]\ndefault=none\n", "portals.conf")
        #expect(other(desktop: "KDE") == "bus.kde")
    }

    @Test func `it's the one that the user names, and never Albumen's`() {
        #expect(other(desktop: "GNOME", chosen: "kde") == "bus.kde")
        #expect(other(desktop: "GNOME", chosen: "missing") == nil)
        #expect(other(desktop: "albumen", chosen: "albumen") == nil)
        #expect(other(desktop: "albumen") == "bus.gtk")
    }

    @Test func `without an installed backend, there is none`() {
        let backends = PortalBackends(environment: ["XDG_DESKTOP_PORTAL_DIR": "/nonexistent"], chosen: nil)
        #expect(backends.other() == nil)
    }
}
