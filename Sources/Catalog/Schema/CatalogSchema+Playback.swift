extension CatalogSchema {
    /// The effect of a Live Photo, and whether its video is turned off. The history keeps both, and a former edit keeps
    /// its effect.
    static let playback = """
        ALTER TABLE asset ADD COLUMN playbackVariation INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN isVideoPlaybackOff INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE assetImage ADD COLUMN playbackVariation INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE assetImage ADD COLUMN isVideoPlaybackOff INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE formerEdit ADD COLUMN playbackVariation INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX assetLongExposure ON asset(creationDate, uuid, isShown, playbackVariation)
            WHERE playbackVariation = 3;
        """
}
