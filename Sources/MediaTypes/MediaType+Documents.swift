extension MediaType {
    /// Text, structured data and archives. Libraries contain them as sidecars, exports or backups.
    static let documents: [MediaType] = text + structuredData + archives

    private static let text: [MediaType] = [
        MediaType("public.text", conformsTo: ["public.data", "public.content"], "text"),
        MediaType(
            "public.plain-text", conformsTo: ["public.text"], filenameExtensions: ["txt", "text"],
            mimeTypes: ["text/plain"], "text"),
        MediaType(
            "public.utf8-plain-text", conformsTo: ["public.plain-text"], mimeTypes: ["text/plain;charset=utf-8"],
            "Unicode text"),
        MediaType(
            "public.rtf", conformsTo: ["public.text"], filenameExtensions: ["rtf"], mimeTypes: ["text/rtf"],
            "rich text (RTF)"),
        MediaType(
            "public.html", conformsTo: ["public.text"], filenameExtensions: ["html", "htm", "shtml", "shtm"],
            mimeTypes: ["text/html"], "HTML text"),
        MediaType("public.delimited-values-text", conformsTo: ["public.text"], "delimited text values"),
        MediaType(
            "public.comma-separated-values-text",
            conformsTo: ["public.plain-text", "public.delimited-values-text"], filenameExtensions: ["csv"],
            mimeTypes: ["text/csv", "text/comma-separated-values"], "comma-separated values"),
    ]

    private static let structuredData: [MediaType] = [
        MediaType(
            "public.xml", conformsTo: ["public.text"], filenameExtensions: ["xml"],
            mimeTypes: ["application/xml", "text/xml"], "XML text"),
        MediaType(
            "public.json", conformsTo: ["public.text"], filenameExtensions: ["json"],
            mimeTypes: ["application/json"], "JSON"),
        MediaType(
            "com.apple.property-list", conformsTo: ["public.data"], filenameExtensions: ["plist"], "property list"),
        MediaType(
            "com.apple.xml-property-list", conformsTo: ["public.xml", "com.apple.property-list"],
            filenameExtensions: ["plist"], "XML property list"),
        MediaType(
            "com.apple.binary-property-list", conformsTo: ["com.apple.property-list"],
            filenameExtensions: ["plist"], "binary property list"),
        // Apple declares no type for XMP sidecars, and applications use different names. This one is in the domain of
        // XMP's owner.
        MediaType(
            "com.adobe.xmp", conformsTo: ["public.xml"], filenameExtensions: ["xmp"],
            mimeTypes: ["application/rdf+xml"], "XMP metadata"),
        MediaType(
            "com.apple.photos.apple-adjustment-envelope", conformsTo: ["public.data"], filenameExtensions: ["aae"],
            "Photos adjustment data"),
        MediaType(
            "com.adobe.pdf", conformsTo: ["public.data", "public.composite-content"], filenameExtensions: ["pdf"],
            mimeTypes: ["application/pdf"], "PDF document"),
    ]

    private static let archives: [MediaType] = [
        MediaType("public.archive", "file archive"),
        MediaType("com.pkware.zip-archive", conformsTo: ["public.data", "public.archive"], "PKZip archive"),
        MediaType(
            "public.zip-archive", conformsTo: ["com.pkware.zip-archive"], filenameExtensions: ["zip"],
            mimeTypes: ["application/zip", "application/x-zip-compressed"], "Zip archive"),
        MediaType(
            "org.gnu.gnu-zip-archive", conformsTo: ["public.data", "public.archive"],
            filenameExtensions: ["gz", "gzip"], mimeTypes: ["application/x-gzip", "application/gzip"],
            "GNU zip archive"),
        MediaType(
            "public.bzip2-archive", conformsTo: ["public.data", "public.archive"], filenameExtensions: ["bz2", "bz"],
            mimeTypes: ["application/x-bzip2"], "bzip2 archive"),
        MediaType(
            "public.tar-archive", conformsTo: ["public.data", "public.archive"], filenameExtensions: ["tar"],
            mimeTypes: ["application/x-tar"], "tar archive"),
    ]
}
