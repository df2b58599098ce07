// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The domain of PhotoKit's errors.
public let PHPhotosErrorDomain: String = "PHPhotosErrorDomain"

/// The key of the local identifiers in an error ``PHPhotosError/Code/multipleIdentifiersFound``, as `[String]`.
public let PHLocalIdentifiersErrorKey: String = "PHLocalIdentifiersErrorKey"

/// The former name of the number of ``PHPhotosError/Code/internalError``.
@available(*, deprecated, message: "Use PHPhotosError.internalError.")
public let PHPhotosErrorInvalid: Int = -1

/// The former name of the number of ``PHPhotosError/Code/userCancelled``.
@available(*, deprecated, message: "Use PHPhotosError.userCancelled.")
public let PHPhotosErrorUserCancelled: Int = 3072

/// The former name of the number of ``PHPhotosError/Code/libraryVolumeOffline``.
@available(*, deprecated, message: "Use PHPhotosError.libraryVolumeOffline.")
public let PHPhotosErrorLibraryVolumeOffline: Int = 3114

/// The former name of the number of ``PHPhotosError/Code/relinquishingLibraryBundleToWriter``.
@available(*, deprecated, message: "Use PHPhotosError.relinquishingLibraryBundleToWriter.")
public let PHPhotosErrorRelinquishingLibraryBundleToWriter: Int = 3142

/// The former name of the number of ``PHPhotosError/Code/switchingSystemPhotoLibrary``.
@available(*, deprecated, message: "Use PHPhotosError.switchingSystemPhotoLibrary.")
public let PHPhotosErrorSwitchingSystemPhotoLibrary: Int = 3143
