import Catalog
import Dispatch
import Foundation
import MediaRequests
package import Records
import Synchronization

/// Reads the imported date and place of assets from their files, if the user changed them before the catalog stored
/// such values.
///
/// Doesn't change the library: `Transaction.Operation.restoreOriginals` uses the values.
package struct OriginalReading: Sendable {
    /// An asset whose values can't be read.
    package struct Failure: Error, Equatable {
        package var asset: AssetRecord
        package var originalFilename: String
        /// The problem and the next step, for people.
        package var reason: String
    }

    package struct Outcome: Sendable {
        /// The imported values that the user replaced, by row identifier, from the catalog or else from the files.
        package fileprivate(set) var values: [Int64: OriginalValues] = [:]
        /// The failures, in the order of the assets.
        package fileprivate(set) var failures: [Failure] = []
    }

    private static let batchSize = 256

    private let library: Library

    package init(in view: LibraryView) {
        library = view.library
    }

    /// Reads the values, from the files if the catalog lacks them. Blocks. Reads as many files at the same time as
    /// there are cores.
    ///
    /// - Complexity: O(*n*) for *n* assets. Reads the header of each file whose values the catalog lacks.
    /// - Throws: An error if the library fails, or if there is no media worker.
    package func read(_ parts: OriginalFields, of assets: [AssetRecord]) throws -> Outcome {
        var outcome = Outcome()
        guard !parts.isEmpty else { return outcome }
        outcome.values = try library.catalog.read { try $0.originalValues(ofAssets: assets.map(\.id)) }
        var missing = assets.filter { asset in
            let wanted = parts.intersection(asset.replacedParts)
            return !wanted.isSubset(of: outcome.values[asset.id]?.parts ?? [])
        }[...]
        while !missing.isEmpty {
            let batch = Array(missing.prefix(Self.batchSize))
            missing = missing.dropFirst(batch.count)
            for (asset, result) in zip(batch, try read(batch, parts)) {
                switch try result.get() {
                case .success(let values): outcome.values[asset.id, default: OriginalValues()].fill(from: values)
                case .failure(let failure): outcome.failures.append(failure)
                }
            }
        }
        return outcome
    }

    // MARK: Files

    private typealias FileResult = Result<Result<OriginalValues, Failure>, any Error>

    private func read(_ assets: [AssetRecord], _ parts: OriginalFields) throws -> [FileResult] {
        let probing = try OriginalProbing(in: library)
        let resources = try library.catalog.read { try $0.resources(ofAssets: assets.map(\.id)) }
        let results = Mutex<[Int: FileResult]>([:])
        DispatchQueue.concurrentPerform(iterations: assets.count) { index in
            let asset = assets[index]
            let result = FileResult { try read(parts, of: asset, resources[asset.id] ?? [], probing) }
            results.withLock { $0[index] = result }
        }
        return results.withLock { found in assets.indices.compactMap { found[$0] } }
    }

    /// Reads the values from one file. Returns a failure that concerns only this file, and throws an error of the
    /// library.
    private func read(
        _ parts: OriginalFields, of asset: AssetRecord, _ resources: [ResourceRecord], _ probing: OriginalProbing
    ) throws -> Result<OriginalValues, Failure> {
        do {
            let file = try OriginalProbing.describingFile(resources)
            let probe = try probing.probe(file, ofAsset: asset.uuid)
            return .success(try values(parts, of: asset, file, probe))
        } catch {
            guard let reason = OriginalProbing.reason(error) else { throw error }
            let name = AssetFiles(resources).describingFile?.originalFilename
            return .failure(Failure(asset: asset, originalFilename: name ?? "?", reason: reason))
        }
    }

    /// Returns the values that an import finds, by the same rules.
    private func values(
        _ parts: OriginalFields, of asset: AssetRecord, _ resource: ResourceRecord, _ probe: MediaProbe
    ) throws -> OriginalValues {
        let changed = try library.catalog.read {
            try $0.modificationTime(ofImportedFile: resource.sha256, ofAsset: asset.id)
        }
        let facts = AssetFacts(
            probe: probe, filename: resource.originalFilename,
            fileDate: Date(timeIntervalSince1970: Double(changed ?? 0) / 1_000_000_000), now: asset.addedDate)
        let isDateKnown = changed != nil || facts.captureDate.source != .file
        guard isDateKnown || !parts.contains(.date) else {
            throw LibraryError(
                .missingResource,
                "\(resource.originalFilename) has no date in it, and the library doesn't know when the file was last "
                    + "changed. Set a date instead.")
        }
        var described = asset
        facts.describe(&described)
        described.userEdits.remove(.date)
        described.takeZoneOfPlace(in: library)
        return OriginalValues(
            date: isDateKnown ? OriginalDate(described) : nil, location: OriginalLocation(described))
    }
}
