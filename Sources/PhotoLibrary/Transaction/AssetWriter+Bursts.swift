import Catalog
package import Records

extension AssetWriter {
    func noteBurst(of asset: AssetRecord) {
        if let burst = asset.burstIdentifier { touchedBursts.insert(burst) }
    }

    /// Gives each touched burst one representative: the user's key photo, or else the first frame that was taken.
    /// Frames in Recently Deleted come last in both cases.
    ///
    /// Reports the representative as changed even if its own row stays the same, because its stack changed.
    ///
    /// - Complexity: O(*n*) for *n* frames of the touched bursts.
    func pickBurstRepresentatives() throws {
        for burst in touchedBursts.sorted() {
            let frames = try transaction.reader.burstFrames(burst)
            let candidates = frames.contains { !$0.isTrashed } ? frames.filter { !$0.isTrashed } : frames
            let automatic = candidates.first
            let representative = candidates.first(where: \.isKeyPhoto) ?? automatic
            for frame in frames {
                try mark(frame, represents: frame.id == representative?.id, isAutomatic: frame.id == automatic?.id)
            }
            guard let representative, !representative.isTrashed else { continue }
            try transaction.touch(asset: representative.id)
            if let former = frames.first(where: \.representsBurst), former.id != representative.id {
                try takeOverAlbums(of: former.id, by: representative.id)
            }
        }
    }

    /// Inserts a new key photo after the former one in the user's albums, because an album shows a burst only if the
    /// key photo is a member. Doesn't change albums of imports, which contain the assets that were imported together.
    private func takeOverAlbums(of former: Int64, by representative: Int64) throws {
        let albums = try transaction.reader.albumPositions(ofAsset: former).keys.sorted()
        for album in try transaction.reader.collections(withIdentifiers: albums)
        where album.subtype == .albumRegular {
            let members = try transaction.reader.members(ofAlbum: album.id, among: [representative])
            guard members.isEmpty else { continue }
            try transaction.place(assets: [representative], inAlbum: album.id, after: former)
        }
    }

    /// Removes the mark of the user's choice from the burst's former key photo.
    func clearKeyPhoto(ofBurst burst: String, except identifier: Int64) throws {
        for frame in try transaction.reader.burstFrames(burst) where frame.isKeyPhoto && frame.id != identifier {
            try transaction.update(asset: frame.id) { $0.userEdits.remove(.keyPhoto) }
        }
    }

    private func mark(_ frame: BurstFrame, represents: Bool, isAutomatic: Bool) throws {
        var types = frame.burstSelectionTypes.subtracting(.autoPick)
        if isAutomatic { types.insert(.autoPick) }
        guard represents != frame.representsBurst || types != frame.burstSelectionTypes else { return }
        try transaction.update(asset: frame.id) { asset in
            asset.representsBurst = represents
            asset.burstSelectionTypes = types
        }
    }
}

extension BurstFrame {
    /// Whether the user chose the frame as the key photo of its burst.
    package var isKeyPhoto: Bool { userEdits.contains(.keyPhoto) }

    /// Whether the user keeps the frame.
    package var isUserPick: Bool { burstSelectionTypes.contains(.userPick) }
}
