import BlobStore
import Catalog
import Foundation
import MediaRequests
import PhotoLibrary
import Pixels
import Records

/// The files of an asset that are exported together, under one number.
struct ExportedFiles {
    struct Part {
        var type: ResourceType
        var digest: BlobDigest
        var size: Int64
        var originalFilename: String
        var uniformTypeIdentifier: String
        var name: ExportName
        /// Whether the file can have an XMP file beside it: a photo or video that isn't part of an edit set.
        var describesAsset: Bool
        /// How the exported file is made of this one. `nil` for a copy.
        var conversion: Conversion?
        /// The result of the conversion, whose size and digest the part then has.
        var converted: OpenFile?
    }

    /// How an exported file is made of the library's file.
    struct Conversion {
        enum Form {
            case video(VideoExport)
            /// A JPEG of a photo with this size.
            case jpeg(PixelSize)
        }

        var form: Form
        /// A text that is stored with the result. It names the original and the form.
        var mark: String

        /// The extension of the result with its dot.
        var ending: String {
            switch form {
            case .video(let export): ".\(export.container.rawValue)"
            case .jpeg: ".jpg"
            }
        }
    }

    let assetUUID: String
    /// The capture date, or `nil` if the file keeps the time at which it is written.
    let date: Date?
    let parts: [Part]
    /// The names, without an ending, that an import looks for beside an original to find its edit, whether or not the
    /// asset has such files.
    let editNames: [ExportName]

    /// - Parameter slowMotion: The slow motion of a video, which becomes part of a converted one.
    init(
        of asset: AssetRecord, _ resources: [ResourceRecord], _ options: ExportOptions,
        slowMotion: SlowMotion? = nil
    ) {
        let files = AssetFiles(resources)
        let original = files.primary(.unadjusted).map { Self.name(of: $0, asset) }
        let chosen = Self.chosen(files, options).map { resource in
            let conversion = Conversion(resource, options, slowMotion, duration: asset.duration)
            var name = Self.name(of: resource, asset)
            // Without the originals, a rendering has the name of the original.
            if resource.type.baseOfNextEdit != nil, let original { name = name.with(stem: original.stem) }
            return Part(
                type: resource.type, digest: resource.sha256, size: resource.fileSize,
                originalFilename: resource.originalFilename,
                uniformTypeIdentifier: resource.uniformTypeIdentifier,
                name: ExportName(stem: name.stem, ending: conversion?.ending ?? name.ending),
                describesAsset: resource.type.mediaType != nil, conversion: conversion)
        }
        assetUUID = asset.uuid
        date = asset.creationDate
        let named = zip(chosen, ExportName.distinct(chosen.map(\.name))).map { part, name in
            var part = part
            part.name = name
            return part
        }
        parts = named + (options.includesOriginals ? Self.edit(of: asset, files, beside: named) : [])
        let stem = options.includesOriginals && files.isAdjusted ? named.first?.name.stem : nil
        editNames = [EditFileName.rendering, EditFileName.base].compactMap { letter in
            stem.map { ExportName(stem: EditFileName.stem(letter, of: $0), ending: "") }
        }
    }

    /// Returns the stems of the files' names with a number, and those that an import would look for beside them.
    func stems(_ number: Int) -> Set<String> {
        Set(parts.map { ExportName.split($0.name.numbered(number)).stem } + editNames.map { $0.numbered(number) })
    }

    private static func name(of resource: ResourceRecord, _ asset: AssetRecord) -> ExportName {
        ExportName(
            original: resource.originalFilename, uniformTypeIdentifier: resource.uniformTypeIdentifier,
            assetUUID: asset.uuid)
    }

    /// Returns the files of an asset's edit, with the names that an import recognizes beside the originals.
    ///
    /// - Parameter originals: The exported originals. The first one has the name that the others derive from.
    private static func edit(
        of asset: AssetRecord, _ files: AssetFiles<ResourceRecord>, beside originals: [Part]
    ) -> [Part] {
        guard files.isAdjusted, let stem = originals.first?.name.stem else { return [] }
        let rendering = EditFileName.stem(EditFileName.rendering, of: stem)
        let base = EditFileName.stem(EditFileName.base, of: stem)
        let taken = Set(originals.map { $0.name.numbered(1).lowercased() })
        return files.edit.map { resource in
            var name = Self.name(of: resource, asset)
            if resource.type == .adjustmentData {
                // The slow motion of a video has the name of the video.
                name = ExportName(stem: stem, ending: ".AAE")
                if taken.contains(name.numbered(1).lowercased()) { name = name.with(stem: rendering) }
            } else {
                name = name.with(stem: resource.type.baseOfNextEdit == nil ? base : rendering)
            }
            return Part(
                type: resource.type, digest: resource.sha256, size: resource.fileSize,
                originalFilename: resource.originalFilename, uniformTypeIdentifier: resource.uniformTypeIdentifier,
                name: name, describesAsset: false, conversion: nil)
        }
    }

    private static func chosen(_ files: AssetFiles<ResourceRecord>, _ options: ExportOptions) -> [ResourceRecord] {
        if options.includesOriginals {
            return withoutContained(files.originals) + [files.slowMotionAdjustment].compactMap(\.self)
        }
        guard let video = files.pairedVideo(.current), options.livePhotos != .pair else {
            let shown = files.shown(.current)
            return shown.contains { Conversion($0, options, nil, duration: 0) != nil } ? shown : withoutContained(shown)
        }
        return options.livePhotos == .motion ? [video] : [files.picture(.current)].compactMap(\.self)
    }

    /// Leaves out files that another one contains. The file of a motion photo contains its video.
    private static func withoutContained(_ resources: [ResourceRecord]) -> [ResourceRecord] {
        let digests = Set(resources.map(\.sha256))
        return resources.filter { resource in
            resource.container.map { !digests.contains($0.container) } ?? true
        }
    }
}

extension ExportedFiles.Conversion {
    /// Returns `nil` if the file is copied.
    init?(
        _ resource: ResourceRecord, _ options: ExportOptions, _ slowMotion: SlowMotion?, duration: Double
    ) {
        guard !options.includesOriginals else { return nil }
        switch resource.type.mediaType {
        case .image:
            guard options.convertsPhotos, !JPEGConversion.commonTypes.contains(resource.uniformTypeIdentifier)
            else { return nil }
            self.init(form: .jpeg(resource.pixelSize), mark: "jpeg \(resource.sha256)")
        case .video:
            guard let preset = options.videoPreset, var export = VideoExport.presets[preset] else { return nil }
            export.indexComesFirst = true
            // A copy of packets can't play slower.
            if export.video != .copy, let slowMotion {
                export.segments = slowMotion.segments(ofVideoLasting: duration).map(VideoExport.Segment.init)
            }
            self.init(
                form: .video(export),
                mark: "\(preset) \(resource.sha256)" + (export.segments.isEmpty ? "" : " slow"))
        default: return nil
        }
    }
}

extension ExportName {
    /// Returns the name with another stem.
    fileprivate func with(stem: String) -> ExportName { ExportName(stem: stem, ending: ending) }
}
