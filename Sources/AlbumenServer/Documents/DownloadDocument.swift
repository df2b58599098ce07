/// The address from which a browser downloads files.
struct DownloadDocument: Encodable {
    let address: String
    /// The name of the file that the browser saves.
    let filename: String
    let files: Int
    /// The size of the download in bytes. `nil` if photos are converted, because it's unknown before.
    @OrNull var bytes: Int64?
}
