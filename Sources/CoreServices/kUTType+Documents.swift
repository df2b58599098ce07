// The identifiers of documents, archives and programs, with the names of Apple's `UTCoreTypes.h`.

/// `com.adobe.pdf`
public let kUTTypePDF: CFString = "com.adobe.pdf"
/// `com.apple.rtfd`
public let kUTTypeRTFD: CFString = "com.apple.rtfd"
/// `com.apple.flat-rtfd`
public let kUTTypeFlatRTFD: CFString = "com.apple.flat-rtfd"
/// `com.apple.txn.text-multimedia-data`
public let kUTTypeTXNTextAndMultimediaData: CFString = "com.apple.txn.text-multimedia-data"
/// `com.apple.webarchive`
public let kUTTypeWebArchive: CFString = "com.apple.webarchive"
/// `com.apple.application`
public let kUTTypeApplication: CFString = "com.apple.application"
/// `com.apple.application-bundle`
public let kUTTypeApplicationBundle: CFString = "com.apple.application-bundle"
/// `com.apple.application-file`
public let kUTTypeApplicationFile: CFString = "com.apple.application-file"
/// `public.unix-executable`
public let kUTTypeUnixExecutable: CFString = "public.unix-executable"
/// `com.microsoft.windows-executable`
public let kUTTypeWindowsExecutable: CFString = "com.microsoft.windows-executable"
/// `com.sun.java-class`
public let kUTTypeJavaClass: CFString = "com.sun.java-class"
/// `com.sun.java-archive`
public let kUTTypeJavaArchive: CFString = "com.sun.java-archive"
/// `com.apple.systempreference.prefpane`
public let kUTTypeSystemPreferencesPane: CFString = "com.apple.systempreference.prefpane"
/// `org.gnu.gnu-zip-archive`
public let kUTTypeGNUZipArchive: CFString = "org.gnu.gnu-zip-archive"
/// `public.bzip2-archive`
public let kUTTypeBzip2Archive: CFString = "public.bzip2-archive"
/// `public.zip-archive`
public let kUTTypeZipArchive: CFString = "public.zip-archive"
/// `public.spreadsheet`
public let kUTTypeSpreadsheet: CFString = "public.spreadsheet"
/// `public.presentation`
public let kUTTypePresentation: CFString = "public.presentation"
/// `public.database`
public let kUTTypeDatabase: CFString = "public.database"
/// `public.vcard`
public let kUTTypeVCard: CFString = "public.vcard"
/// `public.to-do-item`
public let kUTTypeToDoItem: CFString = "public.to-do-item"
/// `public.calendar-event`
public let kUTTypeCalendarEvent: CFString = "public.calendar-event"
/// `public.email-message`
public let kUTTypeEmailMessage: CFString = "public.email-message"
/// `com.apple.internet-location`
public let kUTTypeInternetLocation: CFString = "com.apple.internet-location"
/// `com.apple.ink.inktext`
public let kUTTypeInkText: CFString = "com.apple.ink.inktext"
/// `public.font`
public let kUTTypeFont: CFString = "public.font"
/// `public.bookmark`
public let kUTTypeBookmark: CFString = "public.bookmark"
/// `public.3d-content`
public let kUTType3DContent: CFString = "public.3d-content"
/// `com.rsa.pkcs-12`
public let kUTTypePKCS12: CFString = "com.rsa.pkcs-12"
/// `public.x509-certificate`
public let kUTTypeX509Certificate: CFString = "public.x509-certificate"
/// `org.idpf.epub-container`
public let kUTTypeElectronicPublication: CFString = "org.idpf.epub-container"
/// `public.log`
public let kUTTypeLog: CFString = "public.log"
