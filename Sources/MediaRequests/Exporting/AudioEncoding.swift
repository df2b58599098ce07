/// How an export encodes the audio track. Encoded sound has at most two channels.
package enum AudioEncoding: Codable, Hashable, Sendable {
    /// Copies the packets of the source without decoding them.
    case copy
    /// AAC-LC. The bit rate is for two channels.
    case aac(bitsPerSecond: Int)
    /// Uncompressed samples of 16 bits. Only a QuickTime movie can contain them.
    case linearPCM
    /// No audio track.
    case none
}
