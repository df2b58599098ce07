extension MediaType {
    /// Movies, with and without sound.
    static let movies: [MediaType] = [
        MediaType(
            "public.audiovisual-content", conformsTo: ["public.data", "public.content"], "audiovisual content"),
        MediaType("public.movie", conformsTo: ["public.audiovisual-content"], "movie"),
        MediaType("public.video", conformsTo: ["public.movie"], "video"),
        MediaType(
            "com.apple.quicktime-movie", conformsTo: ["public.movie"], filenameExtensions: ["mov", "qt"],
            mimeTypes: ["video/quicktime"], "QuickTime movie"),
        MediaType(
            "public.mpeg-4", conformsTo: ["public.movie"], filenameExtensions: ["mp4", "mpg4"],
            mimeTypes: ["video/mp4", "video/mp4v-es"], "MPEG-4 movie"),
        MediaType(
            "com.apple.m4v-video", conformsTo: ["public.mpeg-4"], filenameExtensions: ["m4v"],
            mimeTypes: ["video/x-m4v"], "Apple MPEG-4 movie"),
        MediaType(
            "com.apple.protected-mpeg-4-video", conformsTo: ["com.apple.m4v-video"], "protected MPEG-4 movie"),
        MediaType(
            "public.3gpp", conformsTo: ["public.movie"], filenameExtensions: ["3gp", "3gpp", "sdv"],
            mimeTypes: ["video/3gpp", "audio/3gpp"], "3GPP movie"),
        MediaType(
            "public.3gpp2", conformsTo: ["public.movie"], filenameExtensions: ["3g2", "3gp2"],
            mimeTypes: ["video/3gpp2", "audio/3gpp2"], "3GPP2 movie"),
        MediaType(
            "public.avi", conformsTo: ["public.movie"], filenameExtensions: ["avi", "vfw"],
            mimeTypes: ["video/avi", "video/msvideo", "video/x-msvideo"], "AVI movie"),
        MediaType(
            "public.mpeg", conformsTo: ["public.movie"],
            filenameExtensions: ["mpg", "mpeg", "mpe", "m75", "m15"],
            mimeTypes: ["video/mpeg", "video/mpg", "video/x-mpeg", "video/x-mpg"], "MPEG movie"),
        MediaType(
            "public.mpeg-2-video", conformsTo: ["public.video"], filenameExtensions: ["m2v"],
            mimeTypes: ["video/mpeg2", "video/mpeg2-video"], "MPEG-2 video"),
        MediaType(
            "public.mpeg-2-transport-stream", conformsTo: ["public.movie"], filenameExtensions: ["ts"],
            mimeTypes: ["video/mp2t"], "MPEG-2 transport stream"),
        MediaType(
            "public.avchd-mpeg-2-transport-stream", conformsTo: ["public.mpeg-2-transport-stream"],
            filenameExtensions: ["mts", "m2ts"], "AVCHD MPEG-2 transport stream"),
        MediaType(
            "public.dv-movie", conformsTo: ["public.movie"], filenameExtensions: ["dv", "dif"],
            mimeTypes: ["video/x-dv"], "DV movie"),
        MediaType(
            "org.matroska.mkv", conformsTo: ["public.movie"], filenameExtensions: ["mkv"],
            mimeTypes: ["video/x-matroska", "video/matroska"], "Matroska movie"),
        MediaType(
            "org.webmproject.webm", conformsTo: ["public.movie"], filenameExtensions: ["webm"],
            mimeTypes: ["video/webm"], "WebM movie"),
        MediaType(
            "com.microsoft.advanced-systems-format", conformsTo: ["public.movie"], filenameExtensions: ["asf"],
            mimeTypes: ["video/x-ms-asf"], "Advanced Systems Format"),
        MediaType(
            "com.microsoft.windows-media-wmv",
            conformsTo: ["com.microsoft.advanced-systems-format", "public.movie"], filenameExtensions: ["wmv"],
            mimeTypes: ["video/x-ms-wmv"], "Windows Media movie"),
        MediaType(
            "com.adobe.flash.video", conformsTo: ["public.movie"], filenameExtensions: ["flv", "f4v"],
            mimeTypes: ["video/x-flv"], "Flash video"),
        MediaType(
            "org.smpte.mxf", conformsTo: ["public.movie"], filenameExtensions: ["mxf"],
            mimeTypes: ["application/mxf"], "Material Exchange Format"),
    ]

    /// Audio without video.
    static let audio: [MediaType] = [
        MediaType("public.audio", conformsTo: ["public.audiovisual-content"], "audio"),
        MediaType(
            "public.mp3", conformsTo: ["public.audio"], filenameExtensions: ["mp3", "mpga"],
            mimeTypes: [
                "audio/mpeg", "audio/mpeg3", "audio/mpg", "audio/mp3", "audio/x-mpeg", "audio/x-mpeg3",
                "audio/x-mpg", "audio/x-mp3",
            ], "MP3 audio"),
        MediaType(
            "public.mpeg-4-audio", conformsTo: ["public.audio"], filenameExtensions: ["mp4", "mpg4"],
            mimeTypes: ["audio/mp4", "audio/mp4a-latm"], "MPEG-4 audio"),
        MediaType(
            "com.apple.m4a-audio", conformsTo: ["public.mpeg-4-audio"], filenameExtensions: ["m4a"],
            mimeTypes: ["audio/x-m4a"], "Apple MPEG-4 audio"),
        MediaType(
            "com.apple.protected-mpeg-4-audio", conformsTo: ["public.audio"], filenameExtensions: ["m4p"],
            "protected MPEG-4 audio"),
        MediaType(
            "public.aac-audio", conformsTo: ["public.audio"], filenameExtensions: ["aac", "adts"],
            mimeTypes: ["audio/aac", "audio/x-aac"], "AAC audio"),
        MediaType(
            "com.microsoft.waveform-audio", conformsTo: ["public.audio"], filenameExtensions: ["wav", "wave", "bwf"],
            mimeTypes: ["audio/vnd.wave", "audio/wav", "audio/wave", "audio/x-wav"], "Waveform audio"),
        MediaType(
            "public.aifc-audio", conformsTo: ["public.audio"], filenameExtensions: ["aifc"], "AIFF-C audio"),
        MediaType(
            "public.aiff-audio", conformsTo: ["public.aifc-audio"], filenameExtensions: ["aiff", "aif"],
            mimeTypes: ["audio/aiff", "audio/x-aiff"], "AIFF audio"),
        MediaType(
            "com.apple.coreaudio-format", conformsTo: ["public.audio"], filenameExtensions: ["caf"],
            "Apple CoreAudio format"),
        MediaType(
            "org.xiph.flac", conformsTo: ["public.audio"], filenameExtensions: ["flac"], mimeTypes: ["audio/flac"],
            "FLAC audio"),
        MediaType(
            "public.midi-audio", conformsTo: ["public.audio"], filenameExtensions: ["midi", "mid", "smf", "kar"],
            mimeTypes: ["audio/midi", "audio/x-midi"], "MIDI audio"),
    ]
}
