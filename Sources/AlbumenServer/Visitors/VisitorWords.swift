import Hummingbird

/// The texts of the pages beside the library's own, in one language.
struct VisitorWords: Sendable {
    /// The language in HTML.
    let language: String
    let signInTitle: String
    let signInLabel: String
    let signInText: String
    let unpairedTitle: String
    let unpairedText: String
    let missingTitle: String
    let missingText: String
    let missingLink: String
    let pickTitle: String
    let pickText: String
    let pickLink: String
    let siteTitle: String
    let siteText: String
    /// The sentence about a page that asks, with `{}` for its origin.
    let pageAsks: String
    /// The sentence about a page in a program, with `{}` for its origin and `{program}` for the program's path.
    let pageInProgramAsks: String
    /// The sentence about a program that asks, with `{}` for its path.
    let programAsks: String
    let somebodyAsks: String
    let askingText: String
    let linkLabel: String

    static let english = VisitorWords(
        language: "en", signInTitle: "Sign in to this library",
        signInLabel: "Paste your link to this library here, or open it in this browser:",
        signInText: "Each link works once. <code>albumen serve</code> prints it. For a new link, press Return where it "
            + "runs.",
        unpairedTitle: "This device isn’t paired",
        unpairedText: "In the gallery on the machine with the library, or on a device that is paired already, open "
            + "Access, choose “Add a Device…”, and scan the code with this device. Or run <code>albumen pair</code>.",
        missingTitle: "Page not found", missingText: "This library has no page at this address.",
        missingLink: "Show the library", pickTitle: "An app asks for photos",
        pickText: "You choose them on the next page. The app receives nothing else.", pickLink: "Continue",
        siteTitle: "A site asks to be connected",
        siteText: "You decide on the next page. Until then, the site learns nothing.",
        pageAsks: "The page {} asks for photos",
        pageInProgramAsks: "The page {} in {program} asks for photos",
        programAsks: "The program {} asks for photos", somebodyAsks: "A program asks for photos",
        askingText: "To choose them, sign in to this library. This window then continues by itself. If a browser is "
            + "already signed in, you can also choose there: its gallery shows this request.",
        linkLabel: "Or paste the link here:")

    static let chinese = VisitorWords(
        language: "zh-Hans", signInTitle: "登录此图库",
        signInLabel: "在此处粘贴图库的链接，或在此浏览器中打开它：",
        signInText: "每个链接只能使用一次，由 <code>albumen serve</code> 给出；在其终端按回车键可获取新链接。",
        unpairedTitle: "此设备尚未配对",
        unpairedText: "在图库所在的电脑上，或在已配对的设备上，打开图库的“访问权限”，选择“添加设备…”，"
            + "然后用此设备扫描二维码。也可以运行 <code>albumen pair</code>。",
        missingTitle: "找不到页面", missingText: "此图库没有这个地址的页面。", missingLink: "显示图库",
        pickTitle: "应用请求获取照片", pickText: "请在下一页选取照片。应用不会收到其他任何内容。", pickLink: "继续",
        siteTitle: "网站请求连接", siteText: "请在下一页决定。在此之前，该网站不会得知任何信息。",
        pageAsks: "网页 {} 请求获取照片", pageInProgramAsks: "{program} 中的网页 {} 请求获取照片",
        programAsks: "程序 {} 请求获取照片", somebodyAsks: "一个程序请求获取照片",
        askingText: "要选取照片，请登录此图库。登录后此窗口会自动继续。如果已有浏览器登录，也可以在那里选取：其图库页面会显示此请求。",
        linkLabel: "或在此处粘贴链接：")

    /// The texts in the browser's language.
    init(for request: Request) {
        self = AcceptedLanguage.code(of: request) == "zh" ? .chinese : .english
    }

    /// Names the requester as the server knows it. Any program can name an origin, so the sentence also names the program.
    func title(of requester: PickRequester) -> String {
        if let origin = requester.origin {
            guard let program = requester.program else { return pageAsks.replacing("{}", with: origin) }
            return pageInProgramAsks.replacing("{}", with: origin).replacing("{program}", with: program)
        }
        return requester.program.map { programAsks.replacing("{}", with: $0) } ?? somebodyAsks
    }

    private init(
        language: String, signInTitle: String, signInLabel: String, signInText: String, unpairedTitle: String,
        unpairedText: String, missingTitle: String, missingText: String,
        missingLink: String, pickTitle: String, pickText: String, pickLink: String, siteTitle: String,
        siteText: String, pageAsks: String,
        pageInProgramAsks: String, programAsks: String, somebodyAsks: String, askingText: String, linkLabel: String
    ) {
        (self.language, self.signInTitle) = (language, signInTitle)
        (self.signInLabel, self.signInText) = (signInLabel, signInText)
        (self.unpairedTitle, self.unpairedText) = (unpairedTitle, unpairedText)
        (self.missingTitle, self.missingText) = (missingTitle, missingText)
        self.missingLink = missingLink
        (self.siteTitle, self.siteText) = (siteTitle, siteText)
        (self.pickTitle, self.pickText, self.pickLink) = (pickTitle, pickText, pickLink)
        (self.pageAsks, self.pageInProgramAsks) = (pageAsks, pageInProgramAsks)
        (self.programAsks, self.somebodyAsks) = (programAsks, somebodyAsks)
        (self.askingText, self.linkLabel) = (askingText, linkLabel)
    }
}
