/// The address from which a browser downloads originals.
struct DownloadDocument: Encodable {
    let address: String
    /// The name of the file that the browser saves.
    let filename: String
    /// The number of originals.
    let files: Int
    /// The size of the download in bytes.
    let bytes: Int64
}
