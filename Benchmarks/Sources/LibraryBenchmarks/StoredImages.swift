@_spi(Storage) import Albumen
import CLibTurboJPEG
import Catalog
import Dispatch
import Foundation
import MediaRequests
import Photos
import Records

/// Images with stored thumbnails, none of them in memory.
struct StoredImages {
    private let asking: ImageAsking

    init(libraryFolder: String) throws {
        asking = try ImageAsking(libraryFolder: libraryFolder)
    }

    /// The seconds for requesting all images at once, until the last one is delivered.
    func secondsThroughManager() throws -> Double {
        let assets = asking.assets()
        return try Measurement.seconds { try asking.ask(for: assets[...]) }
    }

    /// The seconds for decoding the stored bytes from memory, on one thread per core. Discards the pixels.
    func secondsOfDecoding() throws -> Double {
        let files = try storedBytes()
        let threads = Processors.usableCount
        return Measurement.seconds {
            DispatchQueue.concurrentPerform(iterations: threads) { thread in
                guard let decoder = tjInitDecompress() else { preconditionFailure("libjpeg-turbo does not start") }
                defer { tjDestroy(decoder) }
                var pixels = [UInt8](repeating: 0, count: 256 * 256 * 4)
                for index in stride(from: thread, to: files.count, by: threads) {
                    Self.decode(files[index], decoder, &pixels)
                }
            }
        }
    }

    private func storedBytes() throws -> [Data] {
        let (assets, resources) = try asking.library.storage.catalog.read { reader in
            let assets = try reader.assets(after: 0, limit: ImageMedia.smallCount)
            return (assets, try reader.resources(ofAssets: assets.map(\.id)))
        }
        return try assets.map { asset in
            guard
                let source = PictureSource(of: asset, resources: resources[asset.id] ?? [], version: .current),
                let bytes = try asking.library.storage.derivatives.bytes(.thumbnail, of: source.digest)
            else { throw ImageMedia.Failure(description: "A thumbnail is missing.") }
            return bytes
        }
    }

    private static func decode(_ file: Data, _ decoder: tjhandle, _ pixels: inout [UInt8]) {
        file.withUnsafeBytes { bytes in
            let source = bytes.bindMemory(to: UInt8.self).baseAddress
            var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            precondition(
                tjDecompressHeader3(decoder, source, UInt(bytes.count), &width, &height, &subsampling, &colours) == 0
                    && max(width, height) <= 256)
            let status = tjDecompress2(
                decoder, source, UInt(bytes.count), &pixels, width, 0, height, Int32(TJPF_RGBA.rawValue), 0)
            precondition(status == 0)
        }
    }
}
