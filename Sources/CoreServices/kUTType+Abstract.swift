// The identifiers of types without a format, with the names of Apple's `UTCoreTypes.h`.

/// `public.item`
public let kUTTypeItem: CFString = "public.item"
/// `public.content`
public let kUTTypeContent: CFString = "public.content"
/// `public.composite-content`
public let kUTTypeCompositeContent: CFString = "public.composite-content"
/// `public.message`
public let kUTTypeMessage: CFString = "public.message"
/// `public.contact`
public let kUTTypeContact: CFString = "public.contact"
/// `public.archive`
public let kUTTypeArchive: CFString = "public.archive"
/// `public.disk-image`
public let kUTTypeDiskImage: CFString = "public.disk-image"
/// `public.data`
public let kUTTypeData: CFString = "public.data"
/// `public.directory`
public let kUTTypeDirectory: CFString = "public.directory"
/// `com.apple.resolvable`
public let kUTTypeResolvable: CFString = "com.apple.resolvable"
/// `public.symlink`
public let kUTTypeSymLink: CFString = "public.symlink"
/// `public.executable`
public let kUTTypeExecutable: CFString = "public.executable"
/// `com.apple.mount-point`
public let kUTTypeMountPoint: CFString = "com.apple.mount-point"
/// `com.apple.alias-file`
public let kUTTypeAliasFile: CFString = "com.apple.alias-file"
/// `com.apple.alias-record`
public let kUTTypeAliasRecord: CFString = "com.apple.alias-record"
/// `com.apple.bookmark`
public let kUTTypeURLBookmarkData: CFString = "com.apple.bookmark"
/// `public.url`
public let kUTTypeURL: CFString = "public.url"
/// `public.file-url`
public let kUTTypeFileURL: CFString = "public.file-url"
/// `public.folder`
public let kUTTypeFolder: CFString = "public.folder"
/// `public.volume`
public let kUTTypeVolume: CFString = "public.volume"
/// `com.apple.package`
public let kUTTypePackage: CFString = "com.apple.package"
/// `com.apple.bundle`
public let kUTTypeBundle: CFString = "com.apple.bundle"
/// `com.apple.plugin`
public let kUTTypePluginBundle: CFString = "com.apple.plugin"
/// `com.apple.metadata-importer`
public let kUTTypeSpotlightImporter: CFString = "com.apple.metadata-importer"
/// `com.apple.quicklook-generator`
public let kUTTypeQuickLookGenerator: CFString = "com.apple.quicklook-generator"
/// `com.apple.xpc-service`
public let kUTTypeXPCService: CFString = "com.apple.xpc-service"
/// `com.apple.framework`
public let kUTTypeFramework: CFString = "com.apple.framework"
