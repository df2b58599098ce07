import AlbumenTestSupport
import BlobStore
import Foundation
import PhotoLibrary
import Records
import Testing

@testable import Albumen

/// The sites that may ask for photos in browsers of paired devices.
@Suite(.blocking) struct ConnectedSitesTests {
    private let folder: TemporaryFolder
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let place = TokenPlace(inVolume: Data(repeating: 1, count: 32), atPath: Data(repeating: 2, count: 32))

    init() throws {
        folder = try TemporaryFolder()
    }

    private var file: URL { folder.file("state/sign-ins.json") }

    private func store(
        library: String = "L", place: TokenPlace? = nil, after seconds: TimeInterval = 0
    ) -> LastingSignIns {
        let date = start + seconds
        return LastingSignIns(file: file, library: library, place: place ?? self.place) { date }
    }

    private func device(_ name: String, addedBy: String? = nil) throws -> String {
        try store().add(browser: name, device: .init(address: "10.0.0.2", addedBy: addedBy)).signIn.id
    }

    private func connect(_ origin: String, _ secret: String, on device: String) throws -> ConnectedSite {
        try store().connectSite(origin, secret: SecretToken.digest(of: secret), on: device)
    }

    @Test func `a site is found by its secret in another process, and the file only has a hash`() throws {
        let phone = try device("Phone")
        let site = try connect("https://photos.example", "secret of the site", on: phone)
        #expect(site.origin == "https://photos.example" && site.device == phone && site.lastUse == nil)
        #expect(try store().site(withSecret: "secret of the site") == site)
        #expect(try store().site(site.id) == site && store().sites() == [site])
        let text = try String(contentsOf: file, encoding: .utf8)
        let hash = try SecretToken.digest(of: "secret of the site").hexadecimal
        #expect(text.contains(hash) && !text.contains("secret of the site"))
        for secret in ["", "x", hash, phone] { #expect(try store().site(withSecret: secret) == nil) }
        #expect(try store().sender(named: nil, password: "secret of the site") == nil)
        #expect(try store().device(ofCookie: "secret of the site") == nil)
        #expect(try store(library: "M").sites() == [])
        let copy = TokenPlace(inVolume: Data(repeating: 3, count: 32), atPath: Data(repeating: 4, count: 32))
        #expect(try store(place: copy).site(withSecret: "secret of the site") == nil)
    }

    @Test func `a site has one connection in each browser, and the same request again changes nothing`() throws {
        let (phone, tablet) = (try device("Phone"), try device("Tablet"))
        let first = try connect("https://photos.example", "1", on: phone)
        #expect(try connect("https://photos.example", "1", on: phone) == first)
        let other = try connect("https://photos.example", "2", on: tablet)
        let second = try connect("https://photos.example", "3", on: phone)
        #expect(try store().site(withSecret: "1") == nil)
        #expect(Set(try store().sites().map(\.id)) == [other.id, second.id])
        // A site can't take the secret of another one.
        let thief = try connect("https://other.example", "2", on: phone)
        #expect(try store().site(withSecret: "2") == thief)
        #expect(try store().disconnectSite(second.id) == second)
        #expect(try store().disconnectSite(second.id) == nil)
        #expect(try store().site(withSecret: "3") == nil)
    }

    @Test func `sites end with their device, and with the device that added that`() throws {
        let phone = try device("Phone")
        let tablet = try device("Tablet", addedBy: phone)
        let other = try device("Other")
        _ = try connect("https://a.example", "1", on: phone)
        _ = try connect("https://a.example", "2", on: tablet)
        let kept = try connect("https://a.example", "3", on: other)
        #expect(try store().end(phone))
        #expect(try store().sites() == [kept])
        #expect { try connect("https://b.example", "4", on: tablet) } throws: {
            ($0 as? SignInError)?.code == .ended
        }
        try store().endAll()
        #expect(try store().sites() == [])
    }

    @Test func `sites end with a device that wasn't used for 90 days`() throws {
        let phone = try device("Phone")
        _ = try connect("https://a.example", "1", on: phone)
        let later = store(after: LastingSignIn.lifetime)
        #expect(try later.site(withSecret: "1") == nil && later.sites() == [])
        _ = try later.add(browser: "Firefox")
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("a.example"))
    }

    @Test func `there are at most 64 sites, and a use is noted once an hour`() throws {
        let phone = try device("Phone")
        let first = try connect("https://a.example", "1", on: phone)
        try store(after: 10).noteUse(of: first)
        let used = try #require(try store().site(first.id))
        #expect(used.lastUse == start + 10)
        try store(after: 3_609).noteUse(of: used)
        #expect(try store().site(first.id) == used)
        for number in 0..<LastingSignIns.siteLimit {
            _ = try connect("https://\(number).example", "n\(number)", on: phone)
        }
        let sites = try store().sites()
        #expect(sites.count == LastingSignIns.siteLimit)
        // Those that were never used go first.
        #expect(sites.contains(used) && !sites.contains { $0.origin == "https://0.example" })
    }
}
