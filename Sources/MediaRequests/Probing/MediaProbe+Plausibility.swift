extension MediaProbe {
    /// Whether a sound worker could have reported this. The worker reads untrusted bytes, so the host checks its
    /// answer before it reaches the catalog.
    package var isPlausible: Bool {
        hasPlausibleSize && hasPlausibleDate && hasPlausibleLocation && Self.durations.contains(duration)
            && (frameRate ?? 0).isFinite && (1...5).contains(rating ?? 1) && (1...3).contains(playbackVariation ?? 1)
            && !uniformTypeIdentifier.isEmpty
            && subtypes.isSubset(of: .known) && exposure == exposure.plausible
            && contentHeadroom.map(RenderLimits.headrooms.contains) ?? true && motionVideo?.isPlausible ?? true
    }

    /// Returns the probe without dates, locations, durations and exposures that are impossible.
    package func withoutImpossibleClaims() -> MediaProbe {
        var probe = self
        if !hasPlausibleDate { probe.captureDate = nil }
        if !hasPlausibleLocation { probe.location = nil }
        if !Self.durations.contains(duration) { probe.duration = 0 }
        if frameRate?.isFinite == false { probe.frameRate = nil }
        probe.exposure = exposure.plausible
        if let headroom = contentHeadroom, !RenderLimits.headrooms.contains(headroom) { probe.contentHeadroom = nil }
        return probe
    }

    /// The range of durations in seconds, up to about 30 years.
    private static let durations: ClosedRange<Double> = 0...1_000_000_000

    private var hasPlausibleSize: Bool {
        (1...1_000_000).contains(pixelWidth) && (1...1_000_000).contains(pixelHeight)
            && (1...8).contains(orientation) && frameCount >= 1
    }

    private var hasPlausibleDate: Bool {
        guard let captureDate else { return true }
        // The years 1 to 9999.
        return (-64_000_000_000...253_000_000_000).contains(captureDate.secondsSinceReferenceDate)
            && (-86_400...86_400).contains(captureDate.utcOffsetInSeconds ?? 0)
    }

    private var hasPlausibleLocation: Bool {
        guard let location else { return true }
        return (-90...90).contains(location.latitude) && (-180...180).contains(location.longitude)
            && (location.altitude ?? 0).isFinite && (location.horizontalAccuracy ?? 0).isFinite
    }
}

extension MediaProbe.MotionVideo {
    /// Whether the range is one that a file can have. The range of a file that is shorter can't be read.
    fileprivate var isPlausible: Bool {
        let sizes: ClosedRange<Int64> = 0...(1 << 50)
        return sizes.contains(offset) && sizes.contains(size) && size > 0
            && photoTime.map { (0...1_000_000).contains($0) } ?? true
    }
}

extension MediaProbe.Subtypes {
    fileprivate static let known: MediaProbe.Subtypes = [
        .photoPanorama, .photoHDR, .photoScreenshot, .photoDepthEffect, .photoAnimation, .videoHighFrameRate,
        .videoTimelapse, .videoScreenRecording,
    ]
}
