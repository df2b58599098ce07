import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The browsers that stay signed in.
@Suite(.blocking) struct LastingSignInsTests {
    private static let day: TimeInterval = 86_400

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

    @Test func `a sign-in is found by its cookie in another process, and its file only has a hash`() throws {
        let (signIn, cookie) = try store().add(browser: "Firefox")
        #expect(cookie.count == 43)
        let found = try #require(try store().signIn(ofCookie: cookie))
        #expect(found == signIn && found.browser == "Firefox")
        #expect(try store().signIn(ofCookie: cookie + "A") == nil)
        #expect(try store().signIn(ofCookie: "") == nil)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains(cookie))
        // The text of the hash signs nobody in.
        let hash = try SecretToken.digest(of: cookie).hexadecimal
        #expect(text.contains(hash))
        #expect(try store().signIn(ofCookie: hash) == nil)
    }

    @Test func `only the user can read the file and its folder`() throws {
        _ = try store().add(browser: "")
        #expect(try mode(file) == 0o600)
        #expect(try mode(file.deletingLastPathComponent()) == 0o700)
    }

    @Test func `a sign-in ends 90 days after its last use, which counts once an hour`() throws {
        let (signIn, cookie) = try store().add(browser: "")
        try store(after: 3599).noteUse(of: signIn)
        #expect(try store().signIn(signIn.id)?.lastUse == signIn.lastUse)
        try store(after: 80 * Self.day).noteUse(of: signIn)
        #expect(try store(after: 169 * Self.day).signIn(ofCookie: cookie) != nil)
        #expect(try store(after: 170 * Self.day - 1).signIn(ofCookie: cookie) != nil)
        #expect(try store(after: 170 * Self.day).signIn(ofCookie: cookie) == nil)
        #expect(try store(after: 170 * Self.day).all() == [])
        #expect(try store(after: 170 * Self.day).signIn(signIn.id) == nil)
    }

    @Test func `a device's cookie is no cookie of this machine, and the other way round`() throws {
        let phone = LastingSignIn.Device(address: "192.168.1.20", addedBy: nil)
        let (device, deviceCookie) = try store().add(browser: "Phone", device: phone)
        let (browser, browserCookie) = try store().add(browser: "Firefox")
        #expect(try store().device(ofCookie: deviceCookie) == device && device.device == phone)
        #expect(try store().signIn(ofCookie: browserCookie) == browser)
        #expect(try store().device(ofCookie: browserCookie) == nil)
        #expect(try store().signIn(ofCookie: deviceCookie) == nil)
        #expect(Set(try store().all().map(\.id)) == [device.id, browser.id])
    }

    @Test func `a device that ends takes those along that it has added, and no others`() throws {
        func add(by id: String?) throws -> String {
            try store().add(browser: "", device: LastingSignIn.Device(address: "10.0.0.1", addedBy: id)).signIn.id
        }
        let first = try add(by: nil)
        let second = try add(by: first)
        let third = try add(by: second)
        let other = try add(by: nil)
        #expect(try store().end(second))
        #expect(Set(try store().all().map(\.id)) == [first, other])
        #expect(try !store().end(third))
    }

    @Test func `a device's new address is noted after a minute`() throws {
        let (signIn, _) = try store().add(browser: "", device: .init(address: "10.0.0.1", addedBy: nil))
        try store(after: 59).noteUse(of: signIn, from: "10.0.0.2")
        #expect(try store().signIn(signIn.id)?.device?.address == "10.0.0.1")
        try store(after: 60).noteUse(of: signIn, from: "10.0.0.2")
        #expect(try store().signIn(signIn.id)?.device?.address == "10.0.0.2")
        let (browser, _) = try store().add(browser: "")
        try store(after: 3600).noteUse(of: browser, from: "10.0.0.2")
        #expect(try store().signIn(browser.id)?.device == nil)
    }

    @Test func `an ended sign-in isn't renewed by a use that was in flight`() throws {
        let (signIn, cookie) = try store().add(browser: "")
        #expect(try store().end(signIn.id))
        try store(after: Self.day).noteUse(of: signIn)
        #expect(try store(after: Self.day).signIn(ofCookie: cookie) == nil)
        #expect(try !store().end(signIn.id))
    }

    @Test func `a process that has read the file notices the end of a sign-in by another`() throws {
        let server = store()
        let (first, cookie) = try server.add(browser: "A")
        let (second, other) = try server.add(browser: "B")
        #expect(try server.signIn(ofCookie: cookie) != nil)
        #expect(try store().end(first.id))
        #expect(try server.signIn(ofCookie: cookie) == nil)
        #expect(try server.signIn(first.id) == nil)
        #expect(try server.signIn(ofCookie: other)?.id == second.id)
        #expect(try store().endAll() == 1)
        #expect(try server.signIn(ofCookie: other) == nil)
    }

    @Test func `a library doesn't see or end the sign-ins of another library or of its copies`() throws {
        let (signIn, cookie) = try store().add(browser: "")
        let copyPlace = TokenPlace(inVolume: Data(repeating: 8, count: 32), atPath: Data(repeating: 9, count: 32))
        for stranger in [store(library: "M"), store(place: copyPlace)] {
            #expect(try stranger.signIn(ofCookie: cookie) == nil)
            #expect(try stranger.all() == [])
            #expect(try !stranger.end(signIn.id))
            #expect(try stranger.endAll() == 0)
        }
        #expect(try store().signIn(ofCookie: cookie) == signIn)
    }

    @Test func `a copied library has no sign-in, and a renamed one keeps it after its next use`() throws {
        let environment = ["XDG_STATE_HOME": folder.file("home").path]
        let original = folder.file("library")
        func using<Value>(_ place: URL, _ body: (LastingSignIns) throws -> Value) throws -> Value {
            let library = try Library(at: place)
            let result = Result { try body(LastingSignIns(of: library, environment: environment)) }
            try library.close()
            return try result.get()
        }
        let (_, cookie) = try using(original) { try $0.add(browser: "") }
        let copy = folder.file("copy")
        let outcome = try ProgramRun.run(URL(filePath: "/bin/cp"), ["-a", original.path, copy.path])
        try #require(outcome.exitStatus == 0)
        #expect(try using(copy) { try $0.signIn(ofCookie: cookie) } == nil)
        let renamed = folder.file("renamed")
        try FileManager.default.moveItem(at: original, to: renamed)
        #expect(try using(renamed) { try $0.signIn(ofCookie: cookie) } != nil)
        let file = folder.file("home/albumen/sign-ins.json")
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `the sign-in that was used longest ago ends if there are too many`() throws {
        var cookies: [String] = []
        for number in 0...LastingSignIns.limit {
            cookies.append(try store(after: TimeInterval(number)).add(browser: "\(number)").cookie)
        }
        let now = store(after: 1000)
        #expect(try now.all().count == LastingSignIns.limit)
        #expect(try now.signIn(ofCookie: cookies[0]) == nil)
        #expect(try now.signIn(ofCookie: cookies[1]) != nil)
        #expect(try now.all().first?.browser == "\(LastingSignIns.limit)")
    }

    @Test(arguments: ["", "{", "null", "[]", #"{"version":1}"#, #"{"version":2,"signIns":[]}"#, "\u{0}\u{1}"])
    func `a damaged file signs nobody in, stays as it is, and the error names it`(content: String) throws {
        let (_, cookie) = try store().add(browser: "")
        try Data(content.utf8).write(to: file)
        try #require(chmod(file.path, 0o600) == 0)
        for read in [
            { _ = try store().signIn(ofCookie: cookie) }, { _ = try store().all() },
            { _ = try store().add(browser: "") }, { _ = try store().endAll() },
        ] {
            let error = #expect(throws: SignInError.self) { try read() }
            #expect(error?.code == .unreadable)
            #expect(error?.message.contains(file.path) == true)
        }
        #expect(try Data(contentsOf: file) == Data(content.utf8))
    }

    @Test(arguments: [0o644, 0o620, 0o604, 0o660])
    func `a file that others can read or change isn't used, also if it was read before`(mode: Int) throws {
        let server = store()
        let (_, cookie) = try server.add(browser: "")
        #expect(try server.signIn(ofCookie: cookie) != nil)
        try #require(chmod(file.path, mode_t(mode)) == 0)
        #expect(throws: SignInError.self) { try server.signIn(ofCookie: cookie) }
        #expect(throws: SignInError.self) { try server.add(browser: "") }
    }

    @Test func `a link in place of the file isn't followed`() throws {
        let (_, cookie) = try store().add(browser: "")
        let target = folder.file("elsewhere.json")
        try FileManager.default.moveItem(at: file, to: target)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        #expect(throws: SignInError.self) { try store().signIn(ofCookie: cookie) }
    }

    @Test func `a write that was killed leaves the former sign-ins`() throws {
        let (_, cookie) = try store().add(browser: "")
        try Data("half".utf8).write(to: URL(filePath: file.path + ".new"))
        #expect(try store().signIn(ofCookie: cookie) != nil)
        _ = try store().add(browser: "")
        #expect(try store().all().count == 2)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
    }

    @Test func `a folder that can't be made is reported`() throws {
        try Data().write(to: folder.file("state"))
        let error = #expect(throws: SignInError.self) { try store().add(browser: "") }
        #expect(error?.message.contains("sign-ins.json") == true)
    }

    @Test func `sign-ins of several threads are all kept`() throws {
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            do {
                _ = try store().add(browser: "\(number)")
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try Set(store().all().map(\.browser)) == Set((0..<8).map(String.init)))
    }

    private func mode(_ file: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        return try #require(attributes[.posixPermissions] as? Int)
    }
}
