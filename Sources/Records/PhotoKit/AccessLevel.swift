/// The values of `PHAccessLevel`.
package struct AccessLevel: PhotoKitNumber {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let addOnly = AccessLevel(rawValue: 1)
    package static let readWrite = AccessLevel(rawValue: 2)
}
