import Foundation
import MediaRequests
import MediaWork

extension AVAssetExportSession {
    class func isCompatible(_ name: String, _ source: ExportSource, _ type: AVFileType?) -> Bool {
        guard let export = ExportPreset.export(name) else { return false }
        if export.video == .copy, source.segments.contains(where: { $0.source.duration != $0.targetDuration }) {
            return false
        }
        let types = ExportPreset.fileTypes(export, of: source)
        return type.map(types.contains) ?? !types.isEmpty
    }
}
