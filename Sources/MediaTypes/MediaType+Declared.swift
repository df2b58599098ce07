extension MediaType {
    /// All declared types. If several types have the same extension or MIME type, the first one is the preferred
    /// type.
    package static let declared: [MediaType] =
        baseTypes + images + cameraRawImages + movies + audio + documents
}

extension MediaType {
    /// The abstract base types and the types of the file system.
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
