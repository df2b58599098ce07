import AlbumenTestSupport
import Foundation
import Testing

@testable import ServerCertificates

/// The user's own authority, and certificates of the owner.
@Suite struct LocalAuthorityTests {
    private static let day: TimeInterval = 86_400
    private let folder: TemporaryFolder
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func issued(_ names: [String], after days: Double = 0) throws -> LocalAuthority.Issued {
        try LocalAuthority(in: folder.file("tls")).certificate(
            for: try #require(ServerNames(names)), owner: "Albumen of Anna", at: start + days * Self.day)
    }

    @Test func `a certificate is for the names and the addresses, and is kept`() throws {
        let first = try issued(["attic.local", "192.168.1.5", "fd00::5"])
        #expect(first.isAuthorityNew)
        let certificate = try #require(Certificate(pem: first.chain))
        for name in ["attic.local", "192.168.1.5", "fd00::5"] { #expect(certificate.isFor(name), "\(name)") }
        for name in ["local", "other.local", "192.168.1.6", ""] { #expect(!certificate.isFor(name), "\(name)") }
        let again = try issued(["attic.local", "192.168.1.5", "fd00::5"], after: 300)
        #expect(again.chain == first.chain && again.key == first.key && !again.isAuthorityNew)
        #expect(first.fingerprint.wholeMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/) != nil)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("tls").path)
        for file in files {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("tls/\(file)").path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
        }
    }

    @Test func `a certificate that ends soon, or lacks a name, is made again by the same authority`() throws {
        let first = try issued(["attic.local"])
        let more = try issued(["attic.local", "10.1.2.3"])
        let renewed = try issued(["attic.local", "10.1.2.3"], after: 340)
        #expect(more.chain != first.chain && renewed.chain != more.chain)
        for next in [more, renewed] {
            #expect(next.fingerprint == first.fingerprint && !next.isAuthorityNew)
        }
        #expect(try issued(["attic.local"], after: 3651).isAuthorityNew)
    }

    @Test func `a long name of the user and the machine is cut`() throws {
        let owner = "Albumen of ubuntu on ip-172-31-22-101.eu-central-1.compute.internal"
        let names = try #require(ServerNames(["attic.local"]))
        let made = try LocalAuthority(in: folder.file("tls")).certificate(for: names, owner: owner, at: start)
        #expect(made.isAuthorityNew)
    }

    @Test func `an authority signs private names and the server's own, and no others`() throws {
        let first = try issued(["photos.example.org"])
        // Another public name needs another authority, which devices have to trust again.
        let other = try issued(["www.example.com"])
        #expect(other.isAuthorityNew && other.fingerprint != first.fingerprint)
        #expect(!(try issued(["www.example.com", "nas.lan", "172.20.0.1"]).isAuthorityNew))
        #expect(try issued(["8.8.8.8"]).isAuthorityNew)
        #expect(!(try issued(["8.8.8.8", "192.168.0.1"]).isAuthorityNew))
    }

    @Test func `files that others can read, or that were damaged, are refused with their names`() throws {
        _ = try issued(["attic.local"])
        let file = folder.file("tls/authority.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect { try issued(["attic.local"]) } throws: { "\($0)".contains(file.path) && "\($0)".contains("chmod 600") }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try Data("nonsense".utf8).write(to: file)
        #expect { try issued(["attic.local"]) } throws: { "\($0)".contains(file.path) }
    }

    @Test func `names are names of hosts or numeric addresses`() throws {
        #expect(ServerNames(["Attic.LOCAL", "attic.local", "2001:DB8::1"])?.all == ["attic.local", "2001:db8::1"])
        for text in [
            "", "a b", "-a", "a..b", "a,DNS:b", "a;b", "ä", "a/b", "a:1", "*.a", String(repeating: "a", count: 64),
        ] {
            #expect(ServerNames([text]) == nil, "\(text)")
        }
        for text in ["10.0.0.1", "172.31.255.255", "192.168.0.1", "fd12::1", "fe80::1", "::1", "127.0.0.1"] {
            #expect(ServerNames.isPrivate(text), "\(text)")
        }
        for text in ["11.0.0.1", "172.32.0.1", "8.8.8.8", "2001:db8::1", "attic.local", ""] {
            #expect(!ServerNames.isPrivate(text), "\(text)")
        }
    }

    @Test func `the owner's certificate needs its key, its time and its names`() throws {
        let made = try issued(["attic.local"])
        let (certificate, key) = (folder.file("certificate.pem"), folder.file("key.pem"))
        try made.chain.write(to: certificate)
        try made.key.write(to: key)
        let owners = OwnersCertificate(certificate: certificate, key: key)
        let names = try #require(ServerNames(["attic.local"]))
        #expect { try owners.read(for: names, at: start) } throws: { "\($0)".contains("chmod 600") }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
        #expect(try owners.read(for: names, at: start).chain == made.chain)
        let other = try #require(ServerNames(["other.local"]))
        #expect { try owners.read(for: other, at: start) } throws: { "\($0)".contains("isn't for other.local") }
        #expect { try owners.read(for: names, at: start + 400 * Self.day) } throws: {
            "\($0)".contains("isn't valid now")
        }
        try PrivateKey.make().pem().write(to: key)
        #expect { try owners.read(for: names, at: start) } throws: { "\($0)".contains("isn't the key") }
        try Data("x".utf8).write(to: key)
        #expect { try owners.read(for: names, at: start) } throws: { "\($0)".contains("has no key") }
    }
}
