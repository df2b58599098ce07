import Pixels

extension MovieWriting {
    package static let inputLimit = 16
    private static let textLimitInBytes = 16 << 10

    /// - Throws: `unsupported` or `limitExceeded` if a number is impossible.
    package func check() throws(MediaError) {
        guard (1...Self.inputLimit).contains(inputs.count) else {
            throw MediaError(.unsupported, "A movie needs between 1 and \(Self.inputLimit) tracks.")
        }
        guard start.isValid else { throw MediaError(.unsupported, "The movie's start isn't a time.") }
        let texts = metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard metadata.count <= 500, texts <= 4 * Self.textLimitInBytes else {
            throw MediaError(.limitExceeded, "The movie's metadata is longer than \(4 * Self.textLimitInBytes) bytes.")
        }
        for input in inputs { try input.form.check() }
    }
}

extension MovieWriting.Input.Form {
    fileprivate func check() throws(MediaError) {
        switch self {
        case .pixels(let frames):
            guard frames.size.width >= 2, frames.size.height >= 2,
                SamplePixels(format: .bgra, size: frames.size).isValid
            else {
                throw MediaError(
                    .unsupported,
                    "A video of \(frames.size.width) by \(frames.size.height) pixels can't be encoded. Choose at least "
                        + "2 by 2 pixels, and at most 8,192 by 8,192.")
            }
            guard frames.bitsPerSecond ?? 1 > 0, frames.keyframeInterval ?? 1 > 0, frames.frameRate ?? 1 > 0 else {
                throw MediaError(.unsupported, "The compression properties of a video have to be positive.")
            }
        case .sound(let sound):
            let format = SampleSound(
                sampleRate: sound.sampleRate, channelCount: sound.channelCount, isFloat: false)
            guard format.isValid, sound.bitsPerSecond ?? 1 > 0 else {
                throw MediaError(
                    .unsupported, "Sound can have one or two channels and 8,000 to 192,000 samples per second.")
            }
        case .stored(let format):
            guard format?.isPlausible ?? true else {
                throw MediaError(.unsupported, "The format of compressed samples is impossible.")
            }
        case .metadata(let keys):
            guard (1...64).contains(keys.count), keys.allSatisfy({ (1...1024).contains($0.key.utf8.count) }) else {
                throw MediaError(.unsupported, "A metadata track needs between 1 and 64 keys.")
            }
        }
    }
}
