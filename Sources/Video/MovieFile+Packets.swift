import CLibAV

extension MovieFile {
    /// Leaves the packets of all other streams unread where the container allows it.
    func readVideoOnly() {
        guard let context, let list = context.pointee.streams else { return }
        for index in 0..<Int(context.pointee.nb_streams) where index != videoStreamIndex {
            list[index]?.pointee.discard = AVDISCARD_ALL
        }
    }

    /// Goes to the first keyframe at or after a time, else to the last one before it.
    ///
    /// - Parameter seconds: from the stream's start.
    /// - Returns: false where the container finds neither.
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

    /// Reads the video stream's next packet into one that is empty.
    ///
    /// - Returns: false at the end, and where the file does not go on.
    func readPacket(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard let context, let index = videoStreamIndex else { return false }
        while av_read_frame(context, packet) >= 0 {
            if Int(packet.pointee.stream_index) == index { return true }
            av_packet_unref(packet)
        }
        return false
    }
}
