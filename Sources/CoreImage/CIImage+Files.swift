import Foundation
import MediaRequests
import MediaWork
import Pixels

extension CIImage {
    static func source(data: Data, appliesOrientation: Bool) -> ImageNode? {
        guard !data.isEmpty,
            let probe = WorkerCall.run({ pool throws(MediaError) in try pool.probe(data, filename: "") })
        else { return nil }
        return source(.data(data, filename: "", appliesOrientation: appliesOrientation), probe, appliesOrientation)
    }

    static func source(url: URL, appliesOrientation: Bool) -> ImageNode? {
        guard url.isFileURL, let file = GraphSourceFile(path: url.path) else { return nil }
        let name = url.lastPathComponent
        let probe = WorkerCall.run { pool throws(MediaError) in
            try pool.probe(descriptor: file.descriptor, filename: name)
        }
        guard let probe else { return nil }
        return source(
            .openFile(file, filename: name, appliesOrientation: appliesOrientation), probe, appliesOrientation)
    }

    private static func source(
        _ source: GraphSource, _ probe: MediaProbe, _ appliesOrientation: Bool
    ) -> ImageNode? {
        guard probe.kind == .image else { return nil }
        let upright = PixelSize(width: probe.pixelWidth, height: probe.pixelHeight)
        // The probed size is upright. Applying the orientation again restores the stored size, because it only
        // exchanges the sides.
        let stored = PictureTurn(orientation: probe.orientation).turned(upright)
        return ImageNode(
            .source(source, appliesOrientation ? upright : stored),
            orientation: appliesOrientation ? 1 : probe.orientation)
    }
}
