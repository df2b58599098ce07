import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The programs that add photos over the network.
@Suite(.blocking) struct SendersTests {
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

    private func device(_ name: String, addedBy: String? = nil) throws -> LastingSignIn {
        try store().add(browser: name, device: .init(address: "10.0.0.2", addedBy: addedBy)).signIn
    }

    @Test func `a sender is found by its password in another process, and its file only has a hash`() throws {
        let (sender, password) = try store().addSender(named: " Phone ", canRead: true)
        #expect(sender.name == "Phone" && sender.canRead && sender.lastUse == nil && sender.addedBy == nil)
        #expect(try store().sender(named: "Phone", password: password) == sender)
        #expect(try store().sender(named: nil, password: password) == sender)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains(password) && !text.contains(password.replacing("-", with: "")))
        let status = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((status[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        for (name, password) in [("Phone", ""), ("Phone", "x"), ("Desk", password), ("", password)] {
            #expect(try store().sender(named: name, password: password) == nil)
        }
        // The text of the hash is no password, and the cookie of no browser.
        let hash = try SenderPassword.digest(of: password).hexadecimal
        #expect(text.contains(hash))
        #expect(try store().sender(named: nil, password: hash) == nil)
        #expect(try store().signIn(ofCookie: password) == nil && store().device(ofCookie: password) == nil)
    }

    @Test func `a password has 140 random bits, and works as a phone's keyboard changes it`() throws {
        let passwords = try (0..<64).map { _ in try SenderPassword().text }
        #expect(Set(passwords).count == 64)
        for password in passwords {
            #expect(password.wholeMatch(of: /([0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}/) != nil, "\(password)")
        }
        #expect(Set(passwords.joined()).count == 33)
        let (_, password) = try store().addSender(named: "Phone")
        for entered in [
            password.uppercased(), password.replacing("-", with: ""), password.replacing("-", with: " "),
            password.replacing("0", with: "O").replacing("1", with: "l"), " \(password) ",
        ] {
            #expect(try store().sender(named: "PHONE", password: entered) != nil, "\(entered)")
        }
    }

    @Test(arguments: ["", "  ", "a:b", "a/b", "a\\b", "a\u{0}b", "a\nb", "a\u{7F}", String(repeating: "x", count: 61)])
    func `a name that can't be a user name is refused`(_ name: String) throws {
        #expect { try store().addSender(named: name) } throws: { ($0 as? SignInError)?.code == .badName }
        #expect(try store().senders() == [])
    }

    @Test func `a name is given once, and there are at most 64 senders`() throws {
        _ = try store().addSender(named: "Zoë")
        for name in ["Zoë", "zoË", " Zoe\u{308}"] {
            #expect { try store().addSender(named: name) } throws: { ($0 as? SignInError)?.code == .nameTaken }
        }
        _ = try store(library: "M").addSender(named: "Zoë")
        for number in 1..<LastingSignIns.senderLimit { _ = try store().addSender(named: "\(number)") }
        #expect { try store().addSender(named: "one more") } throws: { ($0 as? SignInError)?.code == .tooMany }
        #expect(try store().senders().count == LastingSignIns.senderLimit)
    }

    @Test func `a removed sender has no access, and others keep theirs`() throws {
        let (phone, first) = try store().addSender(named: "Phone")
        let (desk, second) = try store().addSender(named: "Desk")
        #expect(try store().senders() == [desk, phone])
        #expect(try store(library: "M").removeSender("Phone") == nil)
        #expect(try store().removeSender("phone") == phone)
        #expect(try store().removeSender("phone") == nil)
        #expect(try store().sender(named: "Phone", password: first) == nil && store().sender(phone.id) == nil)
        #expect(try store().sender(named: "Desk", password: second) == desk)
        #expect(try store().removeSender(desk.id) == desk)
    }

    @Test func `a sender ends with the device that added it, and with the device that added that`() throws {
        let phone = try device("Phone")
        let tablet = try device("Tablet", addedBy: phone.id)
        _ = try store().addSender(named: "of the tablet", addedBy: tablet.id)
        let (own, _) = try store().addSender(named: "of this machine")
        #expect(try store().end(phone.id))
        #expect(try store().senders() == [own])
        #expect { try store().addSender(named: "late", addedBy: tablet.id) } throws: {
            ($0 as? SignInError)?.code == .ended
        }
        let other = try device("Other")
        _ = try store().addSender(named: "of the other", addedBy: other.id)
        #expect(try store().endAll() == 1)
        #expect(try store().senders() == [own])
    }

    @Test func `a sender stays if the device that added it ends after 90 days without use`() throws {
        let phone = try device("Phone")
        let (sender, password) = try store().addSender(named: "backup", addedBy: phone.id)
        let later = store(after: LastingSignIn.lifetime)
        _ = try later.add(browser: "Firefox")
        #expect(try later.signIn(phone.id) == nil)
        let stayed = try #require(try later.sender(named: "backup", password: password))
        #expect(stayed.id == sender.id && stayed.addedBy == nil)
    }

    @Test func `a use is noted once an hour, and a new address after a minute`() throws {
        let (sender, _) = try store().addSender(named: "Phone")
        try store().noteUse(of: sender, from: "10.0.0.2")
        let first = try #require(try store().sender(sender.id))
        #expect(first.lastUse == start && first.address == "10.0.0.2")
        try store(after: 59).noteUse(of: first, from: "10.0.0.3")
        try store(after: 3_599).noteUse(of: first, from: "10.0.0.2")
        #expect(try store().sender(sender.id) == first)
        try store(after: 60).noteUse(of: first, from: "10.0.0.3")
        #expect(try store().sender(sender.id)?.address == "10.0.0.3")
    }

    @Test func `in a copy of the library, there are no senders`() throws {
        let (_, password) = try store().addSender(named: "Phone")
        let copy = TokenPlace(inVolume: Data(repeating: 3, count: 32), atPath: Data(repeating: 4, count: 32))
        #expect(try store(place: copy).sender(named: "Phone", password: password) == nil)
        #expect(try store(place: copy).senders() == [])
        #expect(try store().sender(named: "Phone", password: password) != nil)
    }

    @Test func `a file of a version without senders has none`() throws {
        let (browser, _) = try store().add(browser: "Firefox")
        let text = try String(contentsOf: file, encoding: .utf8)
        let former = text.replacing(/"senders" : \[\s*\],/, with: "")
        #expect(former != text)
        try former.write(to: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        #expect(try store().senders() == [] && store().all() == [browser])
    }
}
