import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import AVFoundation
@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// The user withdraws a video while an app holds it, or while the app plays, reads or exports it (§1.3.9).
@Suite struct WithdrawnVideoTests {
    /// How the user withdraws a video.
    enum Withdrawal: CaseIterable, Sendable {
        case deselection, denial

        /// The error of PhotoKit for a new request.
        var code: PHPhotosError.Code { self == .deselection ? .missingResource : .accessUserDenied }
    }

    let resources: ResourceFixture
    private var images: ImageRequestFixture { resources.images }
    private var library: Library { resources.temporary.library }

    init() throws {
        resources = try ResourceFixture(hasRemote: true)
        try resources.temporary.library.setAccess(.limited, ofClient: "test", author: "test")
    }

    /// Runs PhotoKit's calls with the access that the user granted.
    private func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        let library = library
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "test", "ALBUMEN_LIMITED_ALERT": "never"], callbackQueue: images.queue,
            openLibrary: { library })
        return try PhotoLibrarySession.$current.withValue(session, operation: body)
    }

    /// Imports a video of some seconds with ten frames each, and chooses it for the app.
    private func importVideo(_ name: String = "IMG_1.MOV", seconds: Int = 1, appending bytes: Data = Data()) throws
        -> PHAsset
    {
        var movie = SampleMedia.Movie()
        movie.frames = 10 * seconds
        movie.tags = [("com.apple.quicktime.comment", name)]
        let video = try resources.importFile(SampleMedia.movie(movie) + bytes, name)
        try library.choose([row(video)], forClient: "test", author: "test")
        return try run {
            try #require(
                PHAsset.fetchAssets(withLocalIdentifiers: [video.localIdentifier], options: nil).firstObject)
        }
    }

    /// Bytes that a player skips.
    private static func padding(_ count: Int) -> Data {
        Data(SampleMedia.box("free", [UInt8](repeating: 7, count: count)))
    }

    private func row(_ asset: PHAsset) throws -> Int64 {
        try #require(try library.owner.assetRows(uuids: [images.uuid(of: asset)]).values.first)
    }

    private func withdraw(_ asset: PHAsset, _ withdrawal: Withdrawal = .deselection) throws {
        try Self.withdraw(row(asset), withdrawal, library)
    }

    private static func withdraw(_ row: Int64, _ withdrawal: Withdrawal, _ library: Library) throws {
        switch withdrawal {
        case .deselection: try library.deselect([row], fromClient: "test", author: "test")
        case .denial: try library.setAccess(.none, ofClient: "test", author: "test")
        }
    }

    /// The result of a request: the object, if there is one, and the error's code and text.
    private struct Answer<Object>: @unchecked Sendable {
        var object: Object?
        var code: Int?
        var text: String

        init(_ object: Object?, _ info: [AnyHashable: Any]?) {
            self.object = object
            let error = info?[PHImageErrorKey] as? NSError
            (code, text) = (error?.code, error?.localizedDescription ?? "")
        }
    }

    /// Starts a request, and returns a closure that waits for its handler.
    private func start<Object>(
        _ request: (@escaping (Object?, [AnyHashable: Any]?) -> Void) -> PHImageRequestID
    ) -> () throws -> Answer<Object> {
        let answers = CallRecorder<Answer<Object>>()
        let ended = Gate()
        _ = run {
            request { object, info in
                answers.record(Answer(object, info))
                ended.open()
            }
        }
        return { [queue = images.queue] in
            try #require(ended.wait())
            queue.sync {}
            #expect(answers.calls.count == 1)
            return try #require(answers.calls.first)
        }
    }

    private func startAsset(_ video: PHAsset) -> () throws -> Answer<AVAsset> {
        start { handler in
            PHImageManager.default().requestAVAsset(forVideo: video, options: nil) { handler($0, $2) }
        }
    }

    private func startPlayerItem(_ video: PHAsset) -> () throws -> Answer<AVPlayerItem> {
        start { PHImageManager.default().requestPlayerItem(forVideo: video, options: nil, resultHandler: $0) }
    }

    private func startExport(_ video: PHAsset) -> () throws -> Answer<AVAssetExportSession> {
        start {
            PHImageManager.default().requestExportSession(
                forVideo: video, options: nil, exportPreset: AVAssetExportPresetPassthrough, resultHandler: $0)
        }
    }

    /// Checks the error of an object that the app got before the withdrawal.
    private func expectRefusal(
        _ error: (any Error)?, _ withdrawal: Withdrawal, _ place: SourceLocation = #_sourceLocation
    ) {
        let error = error.map { $0 as NSError }
        #expect(error?.domain == AVFoundationErrorDomain, "\(String(describing: error))", sourceLocation: place)
        #expect(error?.code == AVError.contentIsNotAuthorized.rawValue, sourceLocation: place)
        let reason = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(reason?.domain == PHPhotosErrorDomain, sourceLocation: place)
        #expect(reason?.code == withdrawal.code.rawValue, sourceLocation: place)
    }

    // MARK: Requests

    @Test("§1.3.9: requests for a withdrawn video and its resources fail", arguments: Withdrawal.allCases)
    func heldVideo(_ withdrawal: Withdrawal) throws {
        let video = try importVideo()
        let resource = try #require(run { PHAssetResource.assetResources(for: video) }.first)
        #expect(try startAsset(video)().object != nil)
        try withdraw(video, withdrawal)
        let code = withdrawal.code.rawValue
        let (asset, item, export) = try (startAsset(video)(), startPlayerItem(video)(), startExport(video)())
        #expect(asset.object == nil && item.object == nil && export.object == nil)
        #expect([asset.code, item.code, export.code] == [code, code, code])
        #expect(asset.text == item.text && asset.text == export.text)
        #expect(try dataError(of: resource) == withdrawal.code)
        let copy = resources.folder.file("copy.mov")
        #expect(try writeError(of: resource, to: copy) == withdrawal.code)
        #expect(!FileManager.default.fileExists(atPath: copy.path(percentEncoded: false)))
    }

    @Test("the errors for a withdrawn video are those for a purged one")
    func purgedVideo() throws {
        let (withdrawn, purged) = (try importVideo(), try importVideo("IMG_2.MOV"))
        let held = try [withdrawn, purged].map { try #require(try startAsset($0)().object) }
        try withdraw(withdrawn)
        let uuid = images.uuid(of: purged)
        try resources.temporary.commit(.trash(assetUUID: uuid), .purge(assetUUID: uuid))
        let texts = try [withdrawn, purged].map { video in
            try [startAsset(video)().text, startPlayerItem(video)().text, startExport(video)().text].map { text in
                text.replacing(images.uuid(of: video), with: "UUID").replacing("IMG_2", with: "IMG_1")
            }
        }
        #expect(texts[0] == texts[1] && !texts[0].contains(""))
        for asset in held {
            #expect(throws: (any Error).self) {
                try AVAssetImageGenerator(asset: asset).copyCGImage(at: .zero, actualTime: nil)
            }
        }
    }

    @Test("no object is delivered after the commit of a withdrawal", arguments: Withdrawal.allCases)
    func objectsInFlight(_ withdrawal: Withdrawal) throws {
        let video = try importVideo()
        let (isHeld, mayContinue) = (Gate(), Gate())
        // The results wait for this queue.
        images.queue.async {
            isHeld.open()
            _ = mayContinue.wait()
        }
        #expect(isHeld.wait())
        let (asset, item, export) = (startAsset(video), startPlayerItem(video), startExport(video))
        try withdraw(video, withdrawal)
        mayContinue.open()
        let code = withdrawal.code.rawValue
        let answers = try (asset(), item(), export())
        #expect(answers.0.object == nil && answers.1.object == nil && answers.2.object == nil)
        #expect([answers.0.code, answers.1.code, answers.2.code] == [code, code, code])
    }

    @Test("a video's remaining chunks are not delivered after a withdrawal", arguments: Withdrawal.allCases)
    func chunks(_ withdrawal: Withdrawal) throws {
        let video = try importVideo(appending: Self.padding(3 << 20))
        let resource = try #require(run { PHAssetResource.assetResources(for: video) }.first)
        let received = Mutex(0)
        let code = try dataError(of: resource) { _ in
            received.withLock { $0 += 1 }
            #expect(throws: Never.self) { try withdraw(video, withdrawal) }
        }
        #expect(received.withLock { $0 } == 1 && code == withdrawal.code)
    }

    @Test("a file of a video that is withdrawn during its download doesn't appear", arguments: Withdrawal.allCases)
    func downloads(_ withdrawal: Withdrawal) throws {
        let video = try importVideo(appending: Self.padding(1 << 20))
        let resource = try #require(run { PHAssetResource.assetResources(for: video) }.first)
        try resources.sendAway(resource)
        let mayArrive = Gate()
        resources.remote.behaviour = .waits(mayArrive)
        let copy = resources.folder.file("copy.mov")
        let code = try writeError(of: resource, to: copy) {
            try waitUntil { !resources.remote.downloads.isEmpty }
            #expect(throws: Never.self) { try withdraw(video, withdrawal) }
            mayArrive.open()
        }
        #expect(code == withdrawal.code)
        #expect(!FileManager.default.fileExists(atPath: copy.path(percentEncoded: false)))
    }

    // MARK: Objects from before

    @Test("the objects of a withdrawn video read nothing more", arguments: Withdrawal.allCases)
    func objectsFromBefore(_ withdrawal: Withdrawal) async throws {
        let video = try importVideo()
        let unread = try #require(try startAsset(video)().object)
        let asset = try #require(try startAsset(video)().object)
        #expect(abs(asset.duration.seconds - 1) < 0.1)
        let composition = AVMutableComposition()
        try composition.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: .zero)
        let export = try #require(try startExport(video)().object)
        let output = resources.folder.file("export.mov")
        for asset in [asset, composition] {
            #expect(try AVAssetImageGenerator(asset: asset).copyCGImage(at: .zero, actualTime: nil).width == 64)
        }

        try withdraw(video, withdrawal)
        for asset in [unread, asset, composition] {
            do {
                _ = try AVAssetImageGenerator(asset: asset).copyCGImage(at: .zero, actualTime: nil)
                Issue.record("a frame of a withdrawn video")
            } catch {
                expectRefusal(error, withdrawal)
            }
        }
        #expect(unread.tracks.isEmpty && unread.duration == .zero)
        export.outputURL = output
        export.outputFileType = .mov
        await export.export()
        #expect(export.status == .failed)
        expectRefusal(export.error, withdrawal)
        // Neither the file nor a hidden one.
        let names = try FileManager.default.contentsOfDirectory(
            atPath: output.deletingLastPathComponent().path(percentEncoded: false))
        #expect(!names.contains { $0.contains("export") }, "\(names)")

        // The user chooses the video again.
        try library.setAccess(.limited, ofClient: "test", author: "test")
        try library.choose([row(video)], forClient: "test", author: "test")
        #expect(abs(unread.duration.seconds - 1) < 0.1)
        #expect(try AVAssetImageGenerator(asset: composition).copyCGImage(at: .zero, actualTime: nil).width == 64)
    }

    @Test("a running player stops at a withdrawal, and a waiting one doesn't start", arguments: Withdrawal.allCases)
    func players(_ withdrawal: Withdrawal) throws {
        let video = try importVideo(seconds: 60)
        let items = try (0..<3).map { _ in try #require(try startPlayerItem(video)().object) }
        let running = AVPlayer(playerItem: items[0])
        let paused = AVPlayer(playerItem: items[1])
        let failures = Mutex<[ObjectIdentifier]>([])
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemFailedToPlayToEndTime, object: nil, queue: nil
        ) { notification in
            if let item = notification.object as? AVPlayerItem {
                failures.withLock { $0.append(ObjectIdentifier(item)) }
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        running.play()
        try waitUntil { running.timeControlStatus == .playing && paused.status == .readyToPlay }
        try waitUntil { running.currentTime() > .zero }

        try withdraw(video, withdrawal)
        try waitUntil { running.status == .failed && paused.status == .failed }
        expectRefusal(running.error, withdrawal)
        #expect(items[0].clock.rate == 0 && running.timeControlStatus != .playing)
        paused.play()
        #expect(paused.timeControlStatus != .playing && paused.currentTime() == .zero)
        // An item that no player had until now.
        let late = AVPlayer(playerItem: items[2])
        try waitUntil { late.status != .unknown }
        expectRefusal(late.error, withdrawal)
        let expected = Set(items.map { ObjectIdentifier($0) })
        try waitUntil { failures.withLock { Set($0).isSuperset(of: expected) } }
        #expect(failures.withLock { all in all.filter(expected.contains).count } == 3)
    }

    @Test("a running export delivers no frame after a withdrawal, and leaves no file", arguments: Withdrawal.allCases)
    func runningExport(_ withdrawal: Withdrawal) async throws {
        let video = try importVideo(seconds: 4)
        let asset = try #require(try startAsset(video)().object)
        let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        let frames = Mutex(0)
        let (library, row) = (library, try row(video))
        export.videoComposition = AVMutableVideoComposition(asset: asset) { request in
            let number = frames.withLock { frames in
                frames += 1
                return frames
            }
            if number == 2 { #expect(throws: Never.self) { try Self.withdraw(row, withdrawal, library) } }
            request.finish(with: request.sourceImage, context: nil)
        }
        let output = resources.folder.file("frames.mov")
        export.outputURL = output
        export.outputFileType = .mov
        await export.export()
        #expect(export.status == .failed && frames.withLock { $0 } == 2)
        expectRefusal(export.error, withdrawal)
        #expect(!FileManager.default.fileExists(atPath: output.path(percentEncoded: false)))
    }

    @Test("assets of an app with access to the entire library, and files of the app, need no check")
    func unrestricted() throws {
        let video = try importVideo()
        try library.setAccess(.full, ofClient: "test", author: "test")
        let asset = try #require(try startAsset(video)().object)
        try withdraw(video)
        #expect(try AVAssetImageGenerator(asset: asset).copyCGImage(at: .zero, actualTime: nil).width == 64)
        try library.setAccess(.none, ofClient: "test", author: "test")
        // The URL is that of a file, which the app can read as it can copy it.
        let url = try #require((asset as? AVURLAsset)?.url)
        let file = AVURLAsset(url: url)
        #expect(try AVAssetImageGenerator(asset: file).copyCGImage(at: .zero, actualTime: nil).width == 64)
    }

    // MARK: Resources

    private func dataError(
        of resource: PHAssetResource, _ received: @escaping (Data) -> Void = { _ in }
    ) throws -> PHPhotosError.Code? {
        let ended = Gate()
        let failure = Mutex<PHPhotosError.Code?>(nil)
        run {
            _ = PHAssetResourceManager.default().requestData(
                for: resource, options: nil, dataReceivedHandler: received
            ) { error in
                failure.withLock { $0 = (error as? PHPhotosError)?.code }
                ended.open()
            }
        }
        try #require(ended.wait())
        return failure.withLock { $0 }
    }

    private func writeError(
        of resource: PHAssetResource, to url: URL, afterStart: () throws -> Void = {}
    ) throws -> PHPhotosError.Code? {
        let ended = Gate()
        let failure = Mutex<PHPhotosError.Code?>(nil)
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        run {
            PHAssetResourceManager.default().writeData(for: resource, toFile: url, options: options) { error in
                failure.withLock { $0 = (error as? PHPhotosError)?.code }
                ended.open()
            }
        }
        try afterStart()
        try #require(ended.wait())
        return failure.withLock { $0 }
    }
}
