import CLibHeif

/// An HEVC decoder for libheif that stores the coded data for `CodedTiles` and returns an empty picture. It's only
/// active on a thread that collects tiles, so that other uses of libheif aren't affected.
///
/// libheif 1.15 has no other way to access coded tiles. Since 1.19, `heif_image_handle_get_grid_image_tile_id` and
/// `heif_item_get_item_data` return them, and this type can be deleted. `LibheifWorkaroundTests` fails when it can.
enum CodedTilePlugin {
    /// Higher than the priority of libheif's own decoders, which is 100.
    private static let priority: Int32 = 200

    /// Whether libheif has accepted the plugin. Registers it once per process.
    static let isRegistered = heif_register_decoder_plugin(plugin).code == heif_error_Ok

    private static let name = text("Albumen")
    private static let identifier = text("albumen")
    private static let success = text("Success")
    private static let refusal = text("the coded picture cannot be taken")

    /// Never changes and is never freed, because libheif keeps the pointer.
    nonisolated(unsafe) private static let plugin: UnsafePointer<heif_decoder_plugin> = {
        let plugin = UnsafeMutablePointer<heif_decoder_plugin>.allocate(capacity: 1)
        var functions = heif_decoder_plugin()
        functions.plugin_api_version = 3
        functions.get_plugin_name = { CodedTilePlugin.name.pointer }
        functions.does_support_format = { format in
            format == heif_compression_HEVC && CodedTiles.current != nil ? CodedTilePlugin.priority : 0
        }
        functions.new_decoder = { decoder in
            decoder?.pointee = Unmanaged.passRetained(Input()).toOpaque()
            return CodedTilePlugin.answer(decoder != nil)
        }
        functions.free_decoder = { decoder in
            if let decoder { Unmanaged<Input>.fromOpaque(decoder).release() }
        }
        functions.push_data = { decoder, data, count in
            guard let decoder else { return CodedTilePlugin.answer(false) }
            let input = Unmanaged<Input>.fromOpaque(decoder).takeUnretainedValue()
            input.tile.bytes += UnsafeRawBufferPointer(start: data, count: count)
            return CodedTilePlugin.answer(true)
        }
        functions.decode_image = { decoder, image in
            guard let decoder, let image, let tiles = CodedTiles.current else { return CodedTilePlugin.answer(false) }
            let input = Unmanaged<Input>.fromOpaque(decoder).takeUnretainedValue()
            guard tiles.add(input.tile) else { return CodedTilePlugin.answer(false) }
            // Without planes, there is nothing to convert or to copy.
            return heif_image_create(1, 1, heif_colorspace_RGB, heif_chroma_444, image)
        }
        functions.id_name = CodedTilePlugin.identifier.pointer
        plugin.initialize(to: functions)
        return UnsafePointer(plugin)
    }()

    /// The input of one decoder. Only one thread can use it.
    private final class Input {
        var tile = CodedTile()
    }

    /// A text whose address C code keeps.
    // Unchecked because it never changes and is never freed.
    private struct Text: @unchecked Sendable {
        let pointer: UnsafePointer<CChar>
    }

    private static func text(_ text: StaticString) -> Text {
        Text(pointer: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
    }

    private static func answer(_ isGood: Bool) -> heif_error {
        heif_error(
            code: isGood ? heif_error_Ok : heif_error_Decoder_plugin_error, subcode: heif_suberror_Unspecified,
            message: isGood ? success.pointer : refusal.pointer)
    }
}
