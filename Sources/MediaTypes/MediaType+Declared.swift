extension MediaType {
    /// Every type known here. Order is preference: the first to claim an extension or a MIME type is the usual one.
    package static let declared: [MediaType] =
        baseTypes + images + cameraRawImages + movies + audio + documents
}

extension MediaType {
    /// The abstract types at the root, and those of the file system.
    static let baseTypes: [MediaType] = [
        MediaType("public.item", "item"),
        MediaType("public.content", "content"),
        MediaType("public.composite-content", conformsTo: ["public.content"], "content"),
        MediaType(
            "public.data", conformsTo: ["public.item"], mimeTypes: ["application/octet-stream"], "data"),
        MediaType("public.directory", conformsTo: ["public.item"], "directory"),
        MediaType("public.folder", conformsTo: ["public.directory"], "folder"),
        MediaType("com.apple.package", conformsTo: ["public.directory"], "Package"),
        MediaType("com.apple.bundle", conformsTo: ["public.directory"], "bundle"),
        MediaType("public.url", conformsTo: ["public.data"], "URL"),
        MediaType("public.file-url", conformsTo: ["public.url"], "file URL"),
    ]
}
