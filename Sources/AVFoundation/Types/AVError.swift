// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import Foundation

/// The domain of ``AVError``s.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of AVFoundation, in the domain ``AVFoundationErrorDomain``.
///
/// The localized description states the problem and the file. The recovery suggestion states the next step, if there
/// is one. Errors support `error as? AVError`, `error as NSError` and `catch AVError.exportFailed`.
// On Linux, casts in both directions need both protocols.
public struct AVError: _BridgedStoredNSError, _ObjectiveCBridgeable, Sendable {
    public let _nsError: NSError

    /// - Parameter error: An error in the domain ``AVFoundationErrorDomain``. Stops the program if the domain is
    ///   different.
    public init(_nsError error: NSError) {
        guard error.domain == AVFoundationErrorDomain else {
            fatalError("An error of the domain \(error.domain) isn't an error of \(AVFoundationErrorDomain).")
        }
        _nsError = error
    }

    public static var _nsErrorDomain: String { AVFoundationErrorDomain }

    /// The domain of all errors of this type.
    public static var errorDomain: String { AVFoundationErrorDomain }

    /// Apple's error codes, without those of capture devices and players over the network.
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        public typealias _ErrorType = AVError

        case unknown = -11800
        case outOfMemory = -11801
        case diskFull = -11807
        case maximumFileSizeReached = -11811
        case exportFailed = -11820
        case decodeFailed = -11821
        case invalidSourceMedia = -11822
        case fileAlreadyExists = -11823
        case compositionTrackSegmentsNotContiguous = -11824
        case invalidCompositionTrackSegmentDuration = -11825
        case invalidCompositionTrackSegmentSourceStartTime = -11826
        case invalidCompositionTrackSegmentSourceDuration = -11827
        case fileFormatNotRecognized = -11828
        case fileFailedToParse = -11829
        case contentIsProtected = -11831
        case noImageAtTime = -11832
        case decoderNotFound = -11833
        case encoderNotFound = -11834
        case contentIsNotAuthorized = -11835
        case applicationIsNotAuthorized = -11836
        case operationNotSupportedForAsset = -11838
        case decoderTemporarilyUnavailable = -11839
        case encoderTemporarilyUnavailable = -11840
        case invalidVideoComposition = -11841
        case invalidOutputURLPathExtension = -11843
        case operationInterrupted = -11847
        case incompatibleAsset = -11848
        case failedToLoadMediaData = -11849
        case fileTypeDoesNotSupportSampleReferences = -11854
        case undecodableMediaData = -11855
        case operationNotAllowed = -11862
        case operationCancelled = -11878
    }
}

extension AVError {
    public static var unknown: Code { .unknown }
    public static var outOfMemory: Code { .outOfMemory }
    public static var diskFull: Code { .diskFull }
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    public static var exportFailed: Code { .exportFailed }
    public static var decodeFailed: Code { .decodeFailed }
    public static var invalidSourceMedia: Code { .invalidSourceMedia }
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
    public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }
    public static var invalidCompositionTrackSegmentSourceStartTime: Code {
        .invalidCompositionTrackSegmentSourceStartTime
    }
    public static var invalidCompositionTrackSegmentSourceDuration: Code {
        .invalidCompositionTrackSegmentSourceDuration
    }
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    public static var fileFailedToParse: Code { .fileFailedToParse }
    public static var contentIsProtected: Code { .contentIsProtected }
    public static var noImageAtTime: Code { .noImageAtTime }
    public static var decoderNotFound: Code { .decoderNotFound }
    public static var encoderNotFound: Code { .encoderNotFound }
    public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
    public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
    public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
    public static var invalidVideoComposition: Code { .invalidVideoComposition }
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    public static var operationInterrupted: Code { .operationInterrupted }
    public static var incompatibleAsset: Code { .incompatibleAsset }
    public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
    public static var fileTypeDoesNotSupportSampleReferences: Code { .fileTypeDoesNotSupportSampleReferences }
    public static var undecodableMediaData: Code { .undecodableMediaData }
    public static var operationNotAllowed: Code { .operationNotAllowed }
    public static var operationCancelled: Code { .operationCancelled }
}
