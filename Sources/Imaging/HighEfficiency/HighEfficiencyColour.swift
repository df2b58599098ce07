import CLibAV
import CLibHeif

extension HighEfficiencyDecoder.Picture {
    private static let profileLimitInBytes = 8 << 20

    /// The colours that the container declares, or `nil` if it declares none.
    var colour: SourceColour? {
        let count = heif_image_handle_get_raw_color_profile_size(handle)
        if count > 0, count <= Self.profileLimitInBytes {
            var profile = [UInt8](repeating: 0, count: count)
            if heif_image_handle_get_raw_color_profile(handle, &profile).code == heif_error_Ok {
                return .profile(profile)
            }
        }
        return withCoded { SourceColour($0) } ?? nil
    }

    /// The matrix and range that the container declares, or `nil` if it declares none.
    var coding: (matrix: Int, isFullRange: Bool)? {
        withCoded { (Int($0.matrix_coefficients.rawValue), $0.full_range_flag != 0) }
    }

    private func withCoded<Answer>(_ body: (heif_color_profile_nclx) -> Answer) -> Answer? {
        var coded: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif_image_handle_get_nclx_color_profile(handle, &coded).code == heif_error_Ok, let coded else {
            return nil
        }
        defer { heif_nclx_color_profile_free(coded) }
        return body(coded.pointee)
    }
}

extension SourceColour {
    /// Returns `nil` if neither primaries nor transfer function are specified.
    fileprivate init?(_ coded: heif_color_profile_nclx) {
        // 2 means unspecified.
        guard coded.color_primaries.rawValue != 2 || coded.transfer_characteristics.rawValue != 2 else { return nil }
        let isTold = coded.color_primary_white_y > 0
        self = .coded(
            CodedColour(
                primaries: isTold
                    ? [
                        coded.color_primary_red_x, coded.color_primary_red_y, coded.color_primary_green_x,
                        coded.color_primary_green_y, coded.color_primary_blue_x, coded.color_primary_blue_y,
                        coded.color_primary_white_x, coded.color_primary_white_y,
                    ].map { Double($0) } : CodedColour.standardPrimaries,
                transfer: Int(coded.transfer_characteristics.rawValue)))
    }

    /// Reads the colours that the coded image declares. Returns `nil` if it declares none.
    init?(_ frame: AVFrame) {
        guard let coded = heif_nclx_color_profile_alloc() else { return nil }
        defer { heif_nclx_color_profile_free(coded) }
        guard
            heif_nclx_color_profile_set_color_primaries(coded, UInt16(clamping: frame.color_primaries.rawValue)).code
                == heif_error_Ok,
            heif_nclx_color_profile_set_transfer_characteristics(coded, UInt16(clamping: frame.color_trc.rawValue))
                .code == heif_error_Ok
        else { return nil }
        self.init(coded.pointee)
    }
}
