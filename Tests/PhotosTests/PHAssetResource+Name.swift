import Photos

extension PHAssetResource {
    /// The name of the imported file. Empty for an empty resource.
    var name: String { filename ?? "" }
}
