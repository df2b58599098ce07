internal import CameraWire
package import Records
package import SystemPackage

/// The photos and videos of a camera, or of a phone that works like one.
package final class CameraSource: PhotoSource {
    private static let nanoseconds: Int64 = 1_000_000_000

    package let key: SourceKey
    package let summary: String
    package let itemCount: Int
    package let collections: [SourceCollection] = []
    package let otherDifferences: [(name: String, difference: SourceDifference)]
    package let unreadableParts: [(path: String, reason: String)]
    private let model: String
    private let folders: [(path: String, shots: [CameraShots.Shot])]
    private let files: CameraFiles

    /// Lists the files of a camera that is open, and takes the camera over.
    ///
    /// - Throws: `SourceError` if the camera is locked or can't be listed.
    package init(_ device: any CameraDevice, limits: CameraLimits = CameraLimits()) throws {
        let camera = device.description
        do {
            let walk = try CameraWalk(device, limits: limits)
            guard !walk.isEmpty || !walk.unreadableParts.isEmpty else { throw SourceError.lockedCamera(camera.model) }
            var others: [(name: String, difference: SourceDifference)] = []
            var sizes: [String: Int64] = [:]
            folders = walk.folders.map { folder in
                let shots = CameraShots(folder.files)
                for file in folder.files { sizes[CameraPath.path(of: file.name, in: folder.path)] = file.size }
                for file in shots.others.prefix(max(0, limits.differences - others.count)) {
                    others.append(
                        (
                            CameraPath.path(of: file.name, in: folder.path),
                            SourceDifference(.otherFiles, .unsupported)
                        ))
                }
                return (folder.path, shots.shots)
            }
            for folder in walk.skippedFolders {
                others.append((folder, SourceDifference(.otherFiles, .unsupported, detail: "folder")))
            }
            otherDifferences = others
            unreadableParts = walk.unreadableParts
            files = CameraFiles(device, sizes: sizes)
        } catch {
            device.close()
            throw error
        }
        key = SourceKey(kind: .camera, identifier: camera.identity)
        model = camera.model
        summary = camera.model + (camera.serialNumber.map { " (serial number \($0))" } ?? "")
        itemCount = folders.reduce(0) { $0 + $1.shots.count }
    }

    /// Opens a connected camera.
    ///
    /// - Parameters:
    ///   - name: A part of the model's name, the port or the serial number; `nil` for the only camera.
    ///   - program: The path of `albumen-camera`.
    /// - Throws: `SourceError`.
    package static func open(
        named name: String?, program: FilePath, patience: CameraPatience = CameraPatience()
    ) throws -> CameraSource {
        let cameras = try CameraProcess.cameras(program: program, patience: patience)
        let camera = try CameraChoice.choose(name, from: cameras)
        return try CameraSource(CameraProcess(camera, program: program, patience: patience))
    }

    package func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        for folder in folders {
            for shot in folder.shots {
                guard try body(item(shot, in: folder.path)) else { return }
            }
        }
    }

    package func close() { files.close() }

    private func item(_ shot: CameraShots.Shot, in folder: String) -> SourceItem {
        let path = CameraPath.path(of: shot.main.name, in: folder)
        // A camera that starts its numbers again uses a path twice.
        let identifier = "\(path)|\(shot.main.size)|\(shot.main.modificationTime)"
        var item = SourceItem(identifier: identifier, name: shot.main.name, isVideo: shot.isVideo)
        guard shot.main.size > 0 else {
            item.exclusion = .empty
            item.exclusionDetail = path
            return item
        }
        item.originals = [file(shot.main, shot.isVideo ? .video : .photo, in: folder)]
        if let raw = shot.raw {
            if raw.size > 0 {
                item.originals.append(file(raw, .alternatePhoto, in: folder))
            } else {
                item.differences.append(SourceDifference(.rawPairs, .empty, detail: raw.name))
            }
        }
        if let rendering = shot.rendering {
            if rendering.size > 0 {
                item.edit = SourceEdit(
                    recipeFile: shot.recipe.map { file($0, .adjustmentData, in: folder) },
                    renderings: [file(rendering, .fullSizePhoto, in: folder)])
            } else {
                item.differences.append(SourceDifference(.edits, .empty, detail: rendering.name))
            }
        }
        return item
    }

    private func file(_ file: CameraFile, _ type: ResourceType, in folder: String) -> SourceFile {
        let path = CameraPath.path(of: file.name, in: folder)
        let (time, isBeyond) = file.modificationTime.multipliedReportingOverflow(by: Self.nanoseconds)
        return SourceFile(
            type: type, path: FilePath("/\(model)\(path)"), member: .remote(RemoteFile(path, of: files)),
            name: file.name, size: file.size, modificationTime: isBeyond ? .max : time, identity: nil)
    }
}
