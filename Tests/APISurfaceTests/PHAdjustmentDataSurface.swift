import Photos

func usePHAdjustmentData() -> PHAdjustmentData {
    let data: PHAdjustmentData = PHAdjustmentData(
        formatIdentifier: Bundle.main.bundleIdentifier ?? "", formatVersion: "0.1", data: Data("cropping".utf8))
    let _: String = data.formatIdentifier
    let _: String = data.formatVersion
    let _: Data = data.data
    let _: NSObject = data
    return data
}

class StandInAdjustmentData: PHAdjustmentData {
    override var formatIdentifier: String { "format" }
    override var formatVersion: String { "2" }
    override var data: Data { Data([1]) }
}
