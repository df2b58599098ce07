import Albumen
import AlbumenTestSupport
import Dispatch
import Foundation
import Photos
import Synchronization
import UIKit

/// Requests images of a client's chosen assets, all at once, and prints a `SelectionReport` as JSON.
///
/// Usage: ManyRequests selection LIBRARY CLIENT COUNT [HELD GATE]
///
/// After HELD images, the program prints "held" and delivers nothing until the file GATE exists.
enum SelectionRun {
    private static let report = Mutex(SelectionReport())
    private static let isOpen = Mutex(false)
    private static let finished = DispatchSemaphore(value: 0)

    static func run(_ arguments: [String]) throws {
        let queue = DispatchQueue(label: "callbacks")
        let folder = URL(fileURLWithPath: arguments[0], isDirectory: true)
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": arguments[1]], callbackQueue: queue,
            openLibrary: { try Library(at: folder, workerExecutable: nil) })
        let held = arguments.count > 4 ? Int(arguments[3]) : nil
        PhotoLibrarySession.$current.withValue(session) {
            ask(Int(arguments[2]) ?? 0, holdingAfter: held, gate: arguments.last ?? "")
        }
        print(String(decoding: try JSONEncoder().encode(report.withLock { $0 }), as: UTF8.self))
    }

    private static func ask(_ count: Int, holdingAfter held: Int?, gate: String) {
        let result = PHAsset.fetchAssets(with: nil)
        let assets = result.objects(at: IndexSet(0..<result.count))
        report.withLock { $0.fetched = assets.map(\.localIdentifier) }
        guard !assets.isEmpty else { return }
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.resizeMode = .exact
        for number in 0..<count {
            let asset = assets[number % assets.count]
            let side = 20 + number / assets.count % 20
            let identifier = asset.localIdentifier
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: side, height: side), contentMode: .aspectFit, options: options
            ) { image, info in
                let images = note(image, info, identifier)
                if let held, image != nil, images == held { wait(for: gate) }
                finished.signal()
            }
        }
        for _ in 0..<count {
            guard finished.wait(timeout: TestPatience.end) == .success else { return }
        }
    }

    /// Returns the number of images so far.
    private static func note(_ image: UIImage?, _ info: [AnyHashable: Any]?, _ identifier: String) -> Int {
        let isOpen = isOpen.withLock { $0 }
        return report.withLock { report in
            if image != nil {
                report.images += 1
                report.delivered.insert(identifier)
                if isOpen { report.imagesAfterGate += 1 }
            } else {
                report.failures[(info?[PHImageErrorKey] as? NSError)?.code ?? 0, default: 0] += 1
            }
            return report.images
        }
    }

    /// Blocks the callback queue, so that all other results wait.
    private static func wait(for gate: String) {
        FileHandle.standardOutput.write(Data("held\n".utf8))
        while !FileManager.default.fileExists(atPath: gate) { usleep(1_000) }
        isOpen.withLock { $0 = true }
    }
}
