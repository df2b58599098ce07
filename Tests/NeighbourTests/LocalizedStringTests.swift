import Foundation
import FoundationAdditions
import Testing

@Suite final class LocalizedStringTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bundle")
    private let bundle: Bundle

    init() throws {
        let language = folder.appendingPathComponent("en.lproj")
        try FileManager.default.createDirectory(at: language, withIntermediateDirectories: true)
        try Data(
            """
            "hello" = "Good day";
            "%lld photos in %@" = "%2$@: %1$lld pictures";
            "%lld%% done" = "%lld %% complete";
            "photo.count" = "%lld pictures";
            """.utf8
        ).write(to: language.appendingPathComponent("Localizable.strings"))
        try Data("\"hello\" = \"Hi\";".utf8).write(to: language.appendingPathComponent("Greetings.strings"))
        bundle = try #require(Bundle(path: folder.path))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func `a key in the table has its translation`() {
        #expect(String(localized: "hello", bundle: bundle) == "Good day")
        #expect(String(localized: "hello", table: "Greetings", bundle: bundle) == "Hi")
    }

    @Test func `a missing key is the text`() {
        #expect(String(localized: "missing 100%", bundle: bundle) == "missing 100%")
        #expect(String(localized: "All \(3) items", bundle: bundle, comment: "A title") == "All 3 items")
    }

    @Test func `values keep their places in the translation`() {
        let album = "Trip"
        #expect(String(localized: "\(3) photos in \(album)", bundle: bundle) == "Trip: 3 pictures")
        #expect(String(localized: "\(40)% done", bundle: bundle) == "40 % complete")
    }

    @Test func `a default value is used only for a missing key`() {
        let count = 5
        #expect(String(localized: "photo.count", defaultValue: "\(count) photos", bundle: bundle) == "5 pictures")
        #expect(String(localized: "photo.none", defaultValue: "\(count) photos", bundle: bundle) == "5 photos")
    }

    @Test func `specifiers and formats change numbers`() {
        #expect(String(localized: "\(7, specifier: "%03d") \(1.25, specifier: "%.1f")", bundle: bundle) == "007 1.2")
        let format = FloatingPointFormatStyle<Double>.Percent(locale: Locale(identifier: "en_US"))
        #expect(String(localized: "\(0.5, format: format)", bundle: bundle) == "50%")
    }

    @Test func `a text with a percent sign stays as it is`() {
        let name = "100%@"
        #expect(String(localized: "File \(name)", bundle: bundle) == "File 100%@")
    }

    @Test func `a resource is looked up in its bundle`() {
        let resource = LocalizedStringResource("hello", bundle: .atURL(folder))
        #expect(resource.key == "hello")
        #expect(String(localized: resource) == "Good day")
        let literal: LocalizedStringResource = "Only \(2) here"
        #expect(literal.key == "Only %lld here")
        #expect(String(localized: literal) == "Only 2 here")
    }
}
