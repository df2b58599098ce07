import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The `Info.plist` of a program (§1.2.6).
@Suite struct ProgramPropertiesTests {
    private let folder: TemporaryFolder
    private var program: URL { folder.url.appending(path: "bin/app") }

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("bin")
    }

    private func write(_ data: Data, to path: String) throws {
        try folder.makeFolder((path as NSString).deletingLastPathComponent)
        try folder.write(data, to: path)
    }

    @Test(arguments: [
        "bin/Info.plist", "bin/app.resources/Info.plist", "share/app.resources/Info.plist",
        "bin/package_app.resources/Info.plist", "bin/package_app.resources/Files/Info.plist",
    ])
    func `the property list is found beside the program and in its bundles`(path: String) throws {
        try write(Data(PropertyListSample.text.utf8), to: path)
        let properties = ProgramProperties(ofProgramAt: program)
        #expect(properties.usage(onlyToAdd: false) == "plist read")
        #expect(properties.usage(onlyToAdd: true) == "plist add")
        #expect(properties.preventsLimitedAccessAlert)
    }

    @Test func `other programs' bundles and files that can't be read count as missing`() throws {
        try write(Data(PropertyListSample.text.utf8), to: "bin/package_other.resources/Info.plist")
        for data in [Data("no property list".utf8), Data(), Data(repeating: 32, count: 1 << 21)] {
            try write(data, to: "bin/Info.plist")
            let properties = ProgramProperties(ofProgramAt: program)
            #expect(properties.usage(onlyToAdd: false) == nil && !properties.preventsLimitedAccessAlert)
        }
        try FileManager.default.removeItem(at: folder.url.appending(path: "bin/Info.plist"))
        // Opening it doesn't block.
        try #require(mkfifo(folder.path + "/bin/Info.plist", 0o600) == 0)
        #expect(ProgramProperties(ofProgramAt: program).usage(onlyToAdd: false) == nil)
    }

    @Test func `an empty reason, one of another type, and an alert that isn't prevented count as missing`() throws {
        let text = """
            <plist version="1.0"><dict>
            <key>NSPhotoLibraryUsageDescription</key><string> </string>
            <key>NSPhotoLibraryAddUsageDescription</key><integer>3</integer>
            <key>PHPhotoLibraryPreventAutomaticLimitedAccessAlert</key><false/>
            </dict></plist>
            """
        try write(Data(text.utf8), to: "bin/Info.plist")
        let properties = ProgramProperties(ofProgramAt: program)
        #expect(properties.usage(onlyToAdd: false) == nil && properties.usage(onlyToAdd: true) == nil)
        #expect(!properties.preventsLimitedAccessAlert)
    }
}
