import Testing

/// The page of `albumen serve` as people see it. One after the other: each has a browser, a server and what they start.
@Suite(
    "The page in Chromium", .serialized, .enabled(if: ChromeDriver.isPresent, Comment(rawValue: ChromeDriver.absence)))
enum PageTests {}
