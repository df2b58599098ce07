// The identifiers of images, movies and audio, with the names of Apple's `UTCoreTypes.h`.

/// `public.image`
public let kUTTypeImage: CFString = "public.image"
/// `public.jpeg`
public let kUTTypeJPEG: CFString = "public.jpeg"
/// `public.jpeg-2000`
public let kUTTypeJPEG2000: CFString = "public.jpeg-2000"
/// `public.tiff`
public let kUTTypeTIFF: CFString = "public.tiff"
/// `com.apple.pict`
public let kUTTypePICT: CFString = "com.apple.pict"
/// `com.compuserve.gif`
public let kUTTypeGIF: CFString = "com.compuserve.gif"
/// `public.png`
public let kUTTypePNG: CFString = "public.png"
/// `com.apple.quicktime-image`
public let kUTTypeQuickTimeImage: CFString = "com.apple.quicktime-image"
/// `com.apple.icns`
public let kUTTypeAppleICNS: CFString = "com.apple.icns"
/// `com.microsoft.bmp`
public let kUTTypeBMP: CFString = "com.microsoft.bmp"
/// `com.microsoft.ico`
public let kUTTypeICO: CFString = "com.microsoft.ico"
/// `public.camera-raw-image`
public let kUTTypeRawImage: CFString = "public.camera-raw-image"
/// `public.svg-image`
public let kUTTypeScalableVectorGraphics: CFString = "public.svg-image"
/// `com.apple.live-photo`
public let kUTTypeLivePhoto: CFString = "com.apple.live-photo"
/// `public.audiovisual-content`
public let kUTTypeAudiovisualContent: CFString = "public.audiovisual-content"
/// `public.movie`
public let kUTTypeMovie: CFString = "public.movie"
/// `public.video`
public let kUTTypeVideo: CFString = "public.video"
/// `public.audio`
public let kUTTypeAudio: CFString = "public.audio"
/// `com.apple.quicktime-movie`
public let kUTTypeQuickTimeMovie: CFString = "com.apple.quicktime-movie"
/// `public.mpeg`
public let kUTTypeMPEG: CFString = "public.mpeg"
/// `public.mpeg-2-video`
public let kUTTypeMPEG2Video: CFString = "public.mpeg-2-video"
/// `public.mpeg-2-transport-stream`
public let kUTTypeMPEG2TransportStream: CFString = "public.mpeg-2-transport-stream"
/// `public.mp3`
public let kUTTypeMP3: CFString = "public.mp3"
/// `public.mpeg-4`
public let kUTTypeMPEG4: CFString = "public.mpeg-4"
/// `public.mpeg-4-audio`
public let kUTTypeMPEG4Audio: CFString = "public.mpeg-4-audio"
/// `com.apple.protected-mpeg-4-audio`
public let kUTTypeAppleProtectedMPEG4Audio: CFString = "com.apple.protected-mpeg-4-audio"
/// `com.apple.protected-mpeg-4-video`
public let kUTTypeAppleProtectedMPEG4Video: CFString = "com.apple.protected-mpeg-4-video"
/// `public.avi`
public let kUTTypeAVIMovie: CFString = "public.avi"
/// `public.aiff-audio`
public let kUTTypeAudioInterchangeFileFormat: CFString = "public.aiff-audio"
/// `com.microsoft.waveform-audio`
public let kUTTypeWaveformAudio: CFString = "com.microsoft.waveform-audio"
/// `public.midi-audio`
public let kUTTypeMIDIAudio: CFString = "public.midi-audio"
/// `public.playlist`
public let kUTTypePlaylist: CFString = "public.playlist"
/// `public.m3u-playlist`
public let kUTTypeM3UPlaylist: CFString = "public.m3u-playlist"
