/// The `Info.plist` of an app.
enum PropertyListSample {
    static let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>NSPhotoLibraryUsageDescription</key><string>plist read</string>
        <key>NSPhotoLibraryAddUsageDescription</key><string>plist add</string>
        <key>PHPhotoLibraryPreventAutomaticLimitedAccessAlert</key><true/>
        </dict></plist>
        """
}
