import BlobStore
import Foundation
import PhotoLibrary
import Records
import SystemPackage

/// Exports the files of one asset to a folder, under one number and with their sidecars.
struct AssetExport {
    private static let numberLimit = 100_000

    let library: Library
    let asset: ExportedFiles
    /// Returns the XMP file beside an exported file; `nil` for none.
    let sidecar: ((ExportedFiles.Part) throws -> Sidecar)?
    /// Whether files that are only in the library's place are downloaded.
    let fetches: Bool
    /// Converts the asset's files.
    let conversion: FileConversion

    struct Sidecar {
        let bytes: Data
        let digest: BlobDigest

        init(_ packet: XMPPacket) throws {
            bytes = packet.bytes
            digest = try BlobDigest(hashing: bytes)
        }
    }

    /// A file to write, with its name without a number.
    private enum Item {
        case part(ExportedFiles.Part)
        case sidecar(ExportedFiles.Part, Sidecar)

        /// The exported file, or the one that a sidecar describes.
        var part: ExportedFiles.Part {
            switch self {
            case .part(let part), .sidecar(let part, _): part
            }
        }

        var size: Int64 {
            switch self {
            case .part(let part): part.size
            case .sidecar(_, let sidecar): Int64(sidecar.bytes.count)
            }
        }

        var digest: BlobDigest {
            switch self {
            case .part(let part): part.digest
            case .sidecar(_, let sidecar): sidecar.digest
            }
        }

        func name(_ number: Int) -> String {
            switch self {
            case .part(let part): part.name.numbered(number)
            case .sidecar(let part, _): part.name.numbered(number) + XMPPacket.ending
            }
        }
    }

    /// Exports the files under the smallest number whose names are all free, or taken by the same bytes. If a file is
    /// missing, other photos must not have their stems either.
    ///
    /// A sidecar with other bytes takes the number only if one of its asset's files is missing. If all of them exist,
    /// the sidecar is from an earlier export or another program. It stays and is reported as failed, so that the files
    /// aren't exported a second time.
    ///
    /// The results of earlier conversions are recognized by their marks. Otherwise, the files are converted first, and
    /// then compared.
    ///
    /// - Throws: `CancellationError` if the export should stop during a conversion.
    func run(into folder: ExportFolder) throws -> [ExportEvent] {
        let conversions = asset.parts.compactMap { part in part.conversion.map { (part, $0) } }
        guard !conversions.isEmpty else { return try run(asset.parts, into: folder) }
        for number in 1...Self.numberLimit {
            let occupants = conversions.map { part, conversion in
                folder.occupant(of: part.name.numbered(number), mark: conversion.mark)
            }
            if occupants.contains(.other) { continue }
            if occupants.contains(.nothing) { break }
            if let events = try run(asset.parts, into: folder, at: number) { return events }
        }
        var (parts, failures): ([ExportedFiles.Part], [ExportEvent]) = ([], [])
        for part in asset.parts {
            do {
                parts.append(
                    try part.conversion.map {
                        try conversion.converted(part, $0, from: source(of: part), in: folder)
                    } ?? part)
            } catch let error as ExportError where error.code == .file {
                failures.append(failure(part, error.message))
            }
        }
        return try failures + (parts.isEmpty ? [] : run(parts, into: folder))
    }

    private func run(_ parts: [ExportedFiles.Part], into folder: ExportFolder) throws -> [ExportEvent] {
        for number in 1...Self.numberLimit {
            if let events = try run(parts, into: folder, at: number) { return events }
        }
        return parts.map { part in
            failure(part, "\(folder.path) has too many files of this name. Name another folder.")
        }
    }

    /// Returns `nil` if the number isn't free.
    private func run(
        _ chosen: [ExportedFiles.Part], into folder: ExportFolder, at number: Int
    ) throws -> [ExportEvent]? {
        let parts = chosen.map { Item.part($0) }
        var occupants = parts.map { item in
            if let conversion = item.part.conversion, item.part.converted == nil {
                return folder.occupant(of: item.name(number), mark: conversion.mark)
            }
            return folder.occupant(of: item.name(number), size: item.size, item.digest)
        }
        if occupants.contains(.other) { return nil }
        if occupants.contains(.nothing) {
            let own = zip(parts, occupants).filter { $1 == .sameBytes }.map { $0.0.name(number) }
            if folder.hasNeighbours(ofStems: asset.stems(number), besides: own) { return nil }
        }
        let sidecars =
            try sidecar.map { sidecar in
                try chosen.filter(\.describesAsset).map { Item.sidecar($0, try sidecar($0)) }
            } ?? []
        let beside = sidecars.map { folder.occupant(of: $0.name(number), size: $0.size, $0.digest) }
        if beside.contains(.other), occupants.contains(.nothing) { return nil }
        occupants += beside
        return try write(Array(zip(parts + sidecars, occupants)), number, into: folder)
    }

    /// Writes the files under `number`. Returns `nil` if another program took a name meanwhile. In that case, no file
    /// was exported.
    private func write(
        _ items: [(item: Item, occupant: ExportFolder.Occupant)], _ number: Int, into folder: ExportFolder
    ) throws -> [ExportEvent]? {
        let missing = items.filter { $0.occupant == .nothing }.map(\.item.size)
        try folder.checkRoom(for: missing.reduce(0) { $1.addingSaturating(to: $0) })
        let prepared = try prepare(items, number, into: folder)
        switch try Self.name(prepared.files, in: folder) {
        case .named: return prepared.events
        case .taken: return nil
        case .invalid(let error):
            return items.compactMap { item, _ in
                if case .part(let part) = item { failure(part, error.message) } else { nil }
            }
        }
    }

    private typealias NamedFile = (file: HiddenFile, name: String)

    /// Writes the missing files under hidden names. Returns them when their bytes are on the disk.
    ///
    /// Writes the sidecars first, and waits for all files at the end. So the disk writes the sidecars together with their
    /// photo, and they take little time.
    private func prepare(
        _ items: [(item: Item, occupant: ExportFolder.Occupant)], _ number: Int, into folder: ExportFolder
    ) throws -> (files: [NamedFile], events: [ExportEvent]) {
        var sidecars: [String: HiddenFile] = [:]
        for case (.sidecar(let part, let sidecar), .nothing) in items {
            let name = part.name.numbered(number) + XMPPacket.ending
            sidecars[name] = try folder.begin(sidecar.bytes, as: name)
        }
        var (files, events): ([NamedFile], [ExportEvent]) = ([], [])
        var failed: Set<String> = []
        for (item, occupant) in items {
            let (part, name) = (item.part, item.name(number))
            let path = folder.path(of: name)
            switch (item, occupant) {
            case (.sidecar, _) where failed.contains(part.name.numbered(number)):
                // A sidecar without its file would describe nothing.
                continue
            case (_, .sameBytes):
                events.append(.present(path: path, assetUUID: asset.assetUUID))
            case (_, .other):
                let reason =
                    "\(path) has other contents than the library, and an export overwrites nothing. Move it away, or "
                    + "name another folder."
                events.append(failure(part, reason))
            case (.sidecar, .nothing):
                guard let file = sidecars[name] else { continue }
                files.append((file, name))
                events.append(.sidecar(path: path, assetUUID: asset.assetUUID))
            case (.part, .nothing):
                do {
                    files.append((try folder.write(part, from: try source(of: part), date: asset.date), name))
                    events.append(.exported(path: path, assetUUID: asset.assetUUID))
                } catch let error as ExportError where error.code == .file {
                    failed.insert(part.name.numbered(number))
                    events.append(failure(part, error.message))
                }
            }
        }
        try folder.synchronize(files)
        return (files, events)
    }

    private enum Naming {
        case named, taken
        case invalid(ExportError)
    }

    /// Renames the hidden files to their final names: all of them, or none.
    private static func name(_ files: [NamedFile], in folder: ExportFolder) throws -> Naming {
        for (index, (file, name)) in files.enumerated() {
            do throws(Errno) {
                try file.rename(to: name)
            } catch {
                for (named, _) in files[..<index] { named.remove() }
                if error == .fileExists { return .taken }
                let failure = ExportError(error, path: folder.path(of: name))
                if failure.code != .file { throw failure }
                return .invalid(failure)
            }
        }
        for (_, name) in files { folder.noteName(name) }
        return .named
    }

    /// - Throws: `ExportError` for this file, or another error if the library is gone.
    private func source(of part: ExportedFiles.Part) throws -> OpenFile {
        if let converted = part.converted { return converted }
        do {
            return try fetches
                ? library.originals.openOrFetch(part.digest) : library.blobs.open(part.digest)
        } catch let error as RemoteBlobError {
            throw ExportError(.file, "its bytes could not be fetched: \(error.message)")
        } catch let error as BlobStoreError {
            if let absence = library.changes.checkPresence() { throw absence }
            guard error.code == .notFound else { throw ExportError(.file, error.message) }
            throw ExportError(
                .file,
                "its bytes are not in the library. Import the file again where you still have it, or restore "
                    + "\(library.blobs.fileURL(of: part.digest).path(percentEncoded: false)) from a backup.")
        }
    }

    private func failure(_ part: ExportedFiles.Part, _ reason: String) -> ExportEvent {
        .failed(originalFilename: part.originalFilename, assetUUID: asset.assetUUID, reason: reason)
    }
}
