/// How changes affected an asset that existed before them.
package struct TouchedAsset: Sendable, Equatable {
    /// Whether the asset was in Recently Deleted before the changes.
    package var wasTrashed: Bool
    /// Whether the pixels or the video changed.
    package var contentChanged: Bool

    package init(wasTrashed: Bool, contentChanged: Bool) {
        self.wasTrashed = wasTrashed
        self.contentChanged = contentChanged
    }
}
