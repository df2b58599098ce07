"""Names of settlements, regions and countries in the languages of the file of places."""

import gettext
import json
import re
import unicodedata

import babel

# The order of the file's sections. `local` is the first language of the place's country.
LANGUAGES = ["en", "de", "fr", "es", "ja", "zh", "local"]

# Letters that Unicode doesn't decompose. Sources/Places/SearchKey.swift has the same table.
LETTERS = {
    "ß": "ss", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ħ": "h",
    "'": "", "’": "", "ʻ": "", "ʼ": "", "‘": "", "`": "", "-": " ", "‐": " ", "–": " ", ".": " ", ",": " ", "_": " ",
}

HAN = re.compile("[\u3400-\u9fff]")
KANA = re.compile("^[\u30a0-\u30ff]+$")
EAST_ASIAN = re.compile("^[\u3005\u3040-\u30ff\u3400-\u9fff]+$")


def search_key(text):
    """Returns the form of a name in which searches compare it: without case, diacritics and punctuation."""
    text = unicodedata.normalize("NFKD", text.lower())
    text = "".join(LETTERS.get(each, each) for each in text if not "\u0300" <= each <= "\u036f")
    return " ".join(part for part in text.split(" ") if part)


def is_encodable(text, encoding):
    try:
        text.encode(encoding)
        return True
    except UnicodeEncodeError:
        return False


def aliases_of(names):
    """Returns names that only searches use: those of East Asia without the kind of place, such as 東京 for 東京都."""
    return {
        names[language][:-1] for language in ["ja", "zh", "local"]
        if len(names.get(language, "")) > 2 and names[language][-1] in "市都府县縣県区區州"
    }


class Names:
    """The translations of geonames.org, and the names of countries in the CLDR."""

    def __init__(self, locales, countries):
        self.locales = locales
        self.catalogs = {}
        self.local_language = {
            code: [each.split("-")[0] for each in country["languages"].split(",") if each]
            for code, country in countries.items()
        }

    def catalog(self, language):
        if language not in self.catalogs:
            file = self.locales / language / "LC_MESSAGES" / "geonames.mo"
            entries = {}
            if file.exists():
                with open(file, "rb") as stream:
                    entries = gettext.GNUTranslations(stream)._catalog
            self.catalogs[language] = {key: name for key, name in entries.items() if isinstance(key, str) and key}
        return self.catalogs[language]

    def translated(self, key, country):
        """Returns the names that geonames.org has for a settlement's or a region's key, by language."""
        found = {language: self.catalog(language).get(key) for language in LANGUAGES[:-1]}
        for language in self.local_language.get(country, [])[:1]:
            found["local"] = self.catalog(language).get(key)
        return {language: name.strip() for language, name in found.items() if name}

    def of_settlement(self, key, town):
        names = self.translated(key, town["countrycode"])
        self.add_by_script(names, town["alternatenames"], town["countrycode"])
        return names

    def add_by_script(self, names, alternates, country):
        """Adds names whose script shows their language. Alternate names have no language of their own here."""
        candidates = [each for each in alternates if EAST_ASIAN.match(each)]
        if "ja" not in names:
            kana = [each for each in candidates if KANA.match(each)]
            native = [each for each in candidates if is_encodable(each, "euc_jp") and HAN.search(each)]
            found = (native or kana) if country == "JP" else kana
            if found:
                names["ja"] = min(found, key=len)
        if "zh" not in names and country != "JP":
            han = [each for each in candidates if HAN.search(each) and not re.search("[\u3040-\u30ff]", each)]
            simplified = [each for each in han if is_encodable(each, "gb2312")]
            if simplified or han:
                names["zh"] = min(simplified or han, key=len)
        own = {"JP": "ja", "CN": "zh", "TW": "zh", "HK": "zh", "MO": "zh"}.get(country)
        if own in names and "local" not in names:
            names["local"] = names[own]

    def of_region(self, code, country):
        names = self.translated(code, country)
        for language, name in names.items():
            names[language] = re.sub(r" Region$", "", name) if language == "en" and country == "FR" else name
        return names

    def of_country(self, code, english):
        names = {}
        locals_ = self.local_language.get(code, [])[:1]
        for language, source in [(each, each) for each in LANGUAGES[:-1]] + [("local", each) for each in locals_]:
            try:
                name = babel.Locale.parse(source).territories.get(code)
            except (babel.UnknownLocaleError, ValueError):
                name = None
            if name:
                names[language] = name
        names.setdefault("en", english)
        return names


def read_json(file):
    with open(file, encoding="utf-8") as stream:
        return json.load(stream)
