/// The names of files in which systems store their own data about a folder or its files.
enum SystemFileName {
    private static let names: Set = [".ds_store", ".localized", "thumbs.db", "desktop.ini"]

    static func isOne(_ name: String) -> Bool { name.hasPrefix("._") || names.contains(name.lowercased()) }
}
