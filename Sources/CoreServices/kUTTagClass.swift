/// The class of filename extensions, without the dot (`public.filename-extension`).
public let kUTTagClassFilenameExtension: CFString = "public.filename-extension"

/// The class of MIME types, such as `image/jpeg` (`public.mime-type`).
public let kUTTagClassMIMEType: CFString = "public.mime-type"

/// The class of pasteboard types (`com.apple.nspboard-type`). No type has a tag of this class.
public let kUTTagClassNSPboardType: CFString = "com.apple.nspboard-type"

/// The class of four-character codes (`com.apple.ostype`). No type has a tag of this class.
public let kUTTagClassOSType: CFString = "com.apple.ostype"
