import Testing

/// The page of `albumen serve` in a browser. The tests run one after another, because each has a browser, a server and
/// their processes.
@Suite(
    "The page in Chromium", .serialized, .enabled(if: ChromeDriver.isPresent, Comment(rawValue: ChromeDriver.absence)))
enum PageTests {}
