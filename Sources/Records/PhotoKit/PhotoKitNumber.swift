/// A number of PhotoKit's API as the library stores it.
///
/// A value that this version doesn't know keeps its number, so that a library that a newer version wrote stays as it
/// is.
package protocol PhotoKitNumber: RawRepresentable, Hashable, Sendable where RawValue == Int {
    init(rawValue: Int)
}
