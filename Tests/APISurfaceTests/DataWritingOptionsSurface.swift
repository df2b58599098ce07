import Photos

func useDataWritingOptions(_ data: Data, _ url: URL) throws {
    let _: Data.WritingOptions = .atomicWrite
    try data.write(to: url, options: .atomicWrite)
    try data.write(to: url, options: [.atomicWrite, .withoutOverwriting])
}
