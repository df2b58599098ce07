/// The bits of `PHAssetBurstSelectionType`.
package struct BurstSelectionTypes: NamedOptions {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let autoPick = BurstSelectionTypes(rawValue: 1 << 0)
    package static let userPick = BurstSelectionTypes(rawValue: 1 << 1)
}

extension BurstSelectionTypes {
    package static let optionNames: [(option: BurstSelectionTypes, name: String)] = [
        (.autoPick, "autoPick"), (.userPick, "userPick"),
    ]
}
