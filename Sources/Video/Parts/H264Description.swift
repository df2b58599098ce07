import CLibAV

/// The description of an H.264 stream, in either of the forms that containers have.
struct H264Description {
    /// The letters of a codec's name: the profile, its constraints and the level.
    let profileBytes: [UInt8]

    /// Returns `nil` if the stream has no description.
    init?(_ parameters: AVCodecParameters) {
        guard let bytes = parameters.extradata, parameters.extradata_size >= 7 else { return nil }
        let data = UnsafeBufferPointer(start: bytes, count: Int(parameters.extradata_size))
        if data[0] == 1 {
            profileBytes = Array(data[1..<4])
        } else if let start = Self.start(ofUnit: 7, in: data), start + 3 < data.count {
            profileBytes = Array(data[start + 1..<start + 4])
        } else {
            return nil
        }
    }

    /// The codec's name (RFC 6381), such as `avc1.640028`.
    var codec: String {
        "avc1." + profileBytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// Returns whether a packet has a picture that decoding can start with. Open groups of pictures have keyframes of
    /// another kind, with which browsers can't start.
    static func isInstantRefresh(_ packet: AVPacket, hasLengths: Bool) -> Bool {
        guard let bytes = packet.data, packet.size > 4 else { return false }
        let data = UnsafeBufferPointer(start: bytes, count: Int(packet.size))
        guard hasLengths else { return start(ofUnit: 5, in: data) != nil }
        var place = 0
        while place + 5 <= data.count {
            if data[place + 4] & 0x1F == 5 { return true }
            let length = data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            place += 4 + length
        }
        return false
    }

    /// Returns the place of the first unit of a type in a stream with start codes.
    private static func start(ofUnit type: UInt8, in data: UnsafeBufferPointer<UInt8>) -> Int? {
        guard data.count >= 4 else { return nil }
        return (0..<data.count - 3).first { place in
            data[place] == 0 && data[place + 1] == 0 && data[place + 2] == 1 && data[place + 3] & 0x1F == type
        }.map { $0 + 3 }
    }
}
