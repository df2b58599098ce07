package import Foundation

extension SampleMedia {
    /// Returns a movie with encrypted samples, like `ffmpeg -encryption_scheme cenc-aes-ctr`. The codec's name is in
    /// the description of the encryption.
    ///
    /// - Parameter entry: The kind of sample entry, such as `encv`.
    package static func encryptedMovie(_ entry: String = "encv") -> Data {
        var movie = Movie()
        movie.codec = entry
        let scheme = fullBox("schm", Array("cenc".utf8) + [0, 1, 0, 0])
        let encryption = fullBox("tenc", [0, 0, 1, 8] + [UInt8](repeating: 0xA7, count: 16))
        movie.codecDescription = box(
            "sinf", box("frma", Array("jpeg".utf8)) + scheme + box("schi", encryption))
        return Self.movie(movie)
    }
}
