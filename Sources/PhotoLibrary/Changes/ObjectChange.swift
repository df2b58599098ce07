package import Records

/// The effect of changes on one object that a client fetched before.
package struct ObjectChange<Object: Sendable>: Sendable {
    /// The object's current state, or `nil` if it was deleted or the client may no longer see it.
    package let after: Object?
    /// The number of the last change that the current state includes.
    package let version: Int64
    /// Whether the asset's image or video changed, and not only its metadata.
    package let contentChanged: Bool
}

extension LibraryView {
    /// Returns how changes of these numbers affected an asset, or `nil` if they didn't.
    ///
    /// - Parameter asset: The state that the client fetched.
    package func change(
        ofAsset asset: AssetRecord, by numbers: ClosedRange<Int64>
    ) throws -> ObjectChange<AssetRecord>? {
        guard let touched = try assetTouched(asset.id, by: numbers) else { return nil }
        let version = try version()
        let after =
            try self.asset(withUUID: asset.uuid)
            ?? (asset.trashedDate == nil ? nil : trashedAsset(withUUID: asset.uuid))
        // Changes in Recently Deleted are reported only for assets that were fetched from there.
        if after == nil, touched.wasTrashed, asset.trashedDate == nil { return nil }
        return ObjectChange(after: after, version: version, contentChanged: touched.contentChanged)
    }

    /// Returns how changes of these numbers affected a collection, or `nil` if they didn't.
    ///
    /// Smart albums never change, because a rule finds their members. The folder of the top level only changes with its
    /// contents.
    ///
    /// - Parameters:
    ///   - collection: The state that the client fetched.
    ///   - includesContents: Whether a change of a collection inside a folder, at any depth, is a change of the folder.
    package func change(
        of collection: FetchedCollection, by numbers: ClosedRange<Int64>, includesContents: Bool = false
    ) throws -> ObjectChange<FetchedCollection>? {
        let version = try version()
        switch collection {
        case .album(let record), .folder(let record):
            let touched = try collectionsTouched(by: numbers)
            let isTouched =
                try touched.changed.contains(record.uuid) || touched.deleted.contains(record.uuid)
                || (includesContents && touched.changed.contains { try isCollection($0, within: record.id) })
            guard isTouched else { return nil }
            let after = try self.collection(uuid: record.uuid)
            return ObjectChange(after: after.map(FetchedCollection.init), version: version, contentChanged: false)
        case .moment(let moment):
            guard try momentsMayDiffer(since: numbers.lowerBound - 1) else { return nil }
            let after = try moments().moment(uuid: moment.uuid)
            guard after != moment else { return nil }
            return ObjectChange(after: after.map { .moment($0) }, version: version, contentChanged: false)
        case .momentList(let list):
            guard try momentsMayDiffer(since: numbers.lowerBound - 1) else { return nil }
            let after = try moments().list(uuid: list.uuid)
            guard after != list else { return nil }
            return ObjectChange(after: after.map { .momentList($0) }, version: version, contentChanged: false)
        case .rootFolder:
            guard includesContents else { return nil }
            let touched = try collectionsTouched(by: numbers)
            guard !touched.changed.isEmpty || !touched.deleted.isEmpty else { return nil }
            return ObjectChange(after: .rootFolder, version: version, contentChanged: false)
        case .smartAlbum: return nil
        case .object(let object):
            return try object.fetched.flatMap {
                try change(of: $0, by: numbers, includesContents: includesContents)
            }
        }
    }
}
