import CLibAV

extension MovieFile {
    /// Skips the packets of all other streams if the container allows it.
    func readVideoOnly() {
        guard let context, let list = context.pointee.streams else { return }
        for index in 0..<Int(context.pointee.nb_streams) where index != videoStreamIndex {
            list[index]?.pointee.discard = AVDISCARD_ALL
        }
    }

    /// Seeks to the first keyframe at or after a time, or else to the last keyframe before it.
    ///
    /// - Parameter seconds: The time since the start of the stream.
    /// - Returns: `false` if the container finds no keyframe.
    func seek(to seconds: Double) -> Bool {
        guard let context, let index = videoStreamIndex, let stream = videoStream else { return false }
        let unit = av_q2d(stream.time_base)
        let hasStart = stream.start_time != albumen_av_no_time
        guard unit > 0, let ticks = Int64(exactly: (seconds / unit).rounded()) else { return false }
        let (time, isPast) = (hasStart ? stream.start_time : 0).addingReportingOverflow(ticks)
        guard !isPast else { return false }
        return av_seek_frame(context, Int32(index), time, 0) >= 0
            || av_seek_frame(context, Int32(index), time, AVSEEK_FLAG_BACKWARD) >= 0
    }

    /// Reads the video stream's next packet into an empty packet.
    ///
    /// - Returns: `false` at the end of the file or where the file is truncated.
    func readPacket(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard let context, let index = videoStreamIndex else { return false }
        while av_read_frame(context, packet) >= 0 {
            if Int(packet.pointee.stream_index) == index { return true }
            av_packet_unref(packet)
        }
        return false
    }
}
