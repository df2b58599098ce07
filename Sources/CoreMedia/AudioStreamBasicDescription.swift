// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The codec of a sound as a four-character code.
public typealias AudioFormatID = UInt32
/// How the samples of a sound are stored.
public typealias AudioFormatFlags = UInt32

/// Uncompressed samples.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// AAC-LC.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320

public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32
public let kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat
public let kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger
public let kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked

/// The format of a sound's samples.
public struct AudioStreamBasicDescription: Hashable, Sendable {
    public var mSampleRate: Double
    public var mFormatID: AudioFormatID
    public var mFormatFlags: AudioFormatFlags
    public var mBytesPerPacket: UInt32
    public var mFramesPerPacket: UInt32
    public var mBytesPerFrame: UInt32
    public var mChannelsPerFrame: UInt32
    public var mBitsPerChannel: UInt32
    public var mReserved: UInt32

    public init() {
        self.init(
            mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
            mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
    }

    public init(
        mSampleRate: Double, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
        mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
        mReserved: UInt32
    ) {
        self.mSampleRate = mSampleRate
        self.mFormatID = mFormatID
        self.mFormatFlags = mFormatFlags
        self.mBytesPerPacket = mBytesPerPacket
        self.mFramesPerPacket = mFramesPerPacket
        self.mBytesPerFrame = mBytesPerFrame
        self.mChannelsPerFrame = mChannelsPerFrame
        self.mBitsPerChannel = mBitsPerChannel
        self.mReserved = mReserved
    }
}

extension AudioStreamBasicDescription {
    /// The four-character code of AAC in files.
    private static let codeOfAAC: FourCharCode = 0x6D70_3461

    init(
        _ code: FourCharCode, sampleRate: Double, channelCount: Int,
        _ uncompressed: CMFormatDescription.UncompressedSound?
    ) {
        self.init()
        mSampleRate = sampleRate
        mChannelsPerFrame = UInt32(clamping: channelCount)
        guard let uncompressed else {
            let isAAC = code == Self.codeOfAAC
            mFormatID = isAAC ? kAudioFormatMPEG4AAC : code
            mFramesPerPacket = isAAC ? 1024 : 0
            return
        }
        mFormatID = kAudioFormatLinearPCM
        mFormatFlags =
            kAudioFormatFlagIsPacked
            | (uncompressed.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
        mBitsPerChannel = UInt32(clamping: uncompressed.bitCount)
        mBytesPerFrame = UInt32(clamping: uncompressed.bitCount / 8 * channelCount)
        mBytesPerPacket = mBytesPerFrame
        mFramesPerPacket = 1
    }
}

extension CMFormatDescription {
    /// The format of a sound's samples, or `nil` for other media.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { streamDescription?.pointer.pointee }

    /// The samples of uncompressed sound, whose channels are interleaved.
    package struct UncompressedSound: Hashable, Sendable {
        package var isFloat: Bool
        package var bitCount: Int

        package init(isFloat: Bool, bitCount: Int) {
            self.isFloat = isFloat
            self.bitCount = bitCount
        }
    }
}
