// The identifiers of text, source code and scripts, with the names of Apple's `UTCoreTypes.h`.

/// `public.text`
public let kUTTypeText: CFString = "public.text"
/// `public.plain-text`
public let kUTTypePlainText: CFString = "public.plain-text"
/// `public.utf8-plain-text`
public let kUTTypeUTF8PlainText: CFString = "public.utf8-plain-text"
/// `public.utf16-external-plain-text`
public let kUTTypeUTF16ExternalPlainText: CFString = "public.utf16-external-plain-text"
/// `public.utf16-plain-text`
public let kUTTypeUTF16PlainText: CFString = "public.utf16-plain-text"
/// `public.delimited-values-text`
public let kUTTypeDelimitedText: CFString = "public.delimited-values-text"
/// `public.comma-separated-values-text`
public let kUTTypeCommaSeparatedText: CFString = "public.comma-separated-values-text"
/// `public.tab-separated-values-text`
public let kUTTypeTabSeparatedText: CFString = "public.tab-separated-values-text"
/// `public.utf8-tab-separated-values-text`
public let kUTTypeUTF8TabSeparatedText: CFString = "public.utf8-tab-separated-values-text"
/// `public.rtf`
public let kUTTypeRTF: CFString = "public.rtf"
/// `public.html`
public let kUTTypeHTML: CFString = "public.html"
/// `public.xml`
public let kUTTypeXML: CFString = "public.xml"
/// `public.source-code`
public let kUTTypeSourceCode: CFString = "public.source-code"
/// `public.assembly-source`
public let kUTTypeAssemblyLanguageSource: CFString = "public.assembly-source"
/// `public.c-source`
public let kUTTypeCSource: CFString = "public.c-source"
/// `public.objective-c-source`
public let kUTTypeObjectiveCSource: CFString = "public.objective-c-source"
/// `public.swift-source`
public let kUTTypeSwiftSource: CFString = "public.swift-source"
/// `public.c-plus-plus-source`
public let kUTTypeCPlusPlusSource: CFString = "public.c-plus-plus-source"
/// `public.objective-c-plus-plus-source`
public let kUTTypeObjectiveCPlusPlusSource: CFString = "public.objective-c-plus-plus-source"
/// `public.c-header`
public let kUTTypeCHeader: CFString = "public.c-header"
/// `public.c-plus-plus-header`
public let kUTTypeCPlusPlusHeader: CFString = "public.c-plus-plus-header"
/// `com.sun.java-source`
public let kUTTypeJavaSource: CFString = "com.sun.java-source"
/// `public.script`
public let kUTTypeScript: CFString = "public.script"
/// `com.apple.applescript.text`
public let kUTTypeAppleScript: CFString = "com.apple.applescript.text"
/// `com.apple.applescript.script`
public let kUTTypeOSAScript: CFString = "com.apple.applescript.script"
/// `com.apple.applescript.script-bundle`
public let kUTTypeOSAScriptBundle: CFString = "com.apple.applescript.script-bundle"
/// `com.netscape.javascript-source`
public let kUTTypeJavaScript: CFString = "com.netscape.javascript-source"
/// `public.shell-script`
public let kUTTypeShellScript: CFString = "public.shell-script"
/// `public.perl-script`
public let kUTTypePerlScript: CFString = "public.perl-script"
/// `public.python-script`
public let kUTTypePythonScript: CFString = "public.python-script"
/// `public.ruby-script`
public let kUTTypeRubyScript: CFString = "public.ruby-script"
/// `public.php-script`
public let kUTTypePHPScript: CFString = "public.php-script"
/// `public.json`
public let kUTTypeJSON: CFString = "public.json"
/// `com.apple.property-list`
public let kUTTypePropertyList: CFString = "com.apple.property-list"
/// `com.apple.xml-property-list`
public let kUTTypeXMLPropertyList: CFString = "com.apple.xml-property-list"
/// `com.apple.binary-property-list`
public let kUTTypeBinaryPropertyList: CFString = "com.apple.binary-property-list"
