// Apple's AVKit shows players. There is no screen here, so this module only makes `import AVKit` work.
@_exported public import AVFoundation
@_exported public import UIKit
