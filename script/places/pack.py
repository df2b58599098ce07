"""Writes the file of places. docs/places.md describes its format."""

import collections
import math
import struct
import zlib

from names import LANGUAGES, aliases_of, search_key

MAGIC = b"AlbPlace"
FORMAT = 1
BLOCK = 16
HEADER = 32


def number24(value):
    return struct.pack("<I", value)[:3]


def packed_names(subjects_by_name):
    """Returns the blocks' positions, the sorted names, and the subjects of each name.

    A name is stored without the start that it shares with the name before it in its block of 16.
    """
    ordered = sorted(subjects_by_name, key=lambda name: (search_key(name).encode(), name.encode()))
    positions, text, subjects = [], bytearray(), bytearray()
    previous = b""
    for index, name in enumerate(ordered):
        encoded = name.encode()
        if index % BLOCK == 0:
            positions += [len(text), len(subjects) // 3]
            previous = b""
        shared = 0
        while shared < min(len(previous), len(encoded), 255) and previous[shared] == encoded[shared]:
            shared += 1
        found = sorted(subjects_by_name[name])
        if len(encoded) - shared > 255:
            raise ValueError(f"The name {name} is too long.")
        text += bytes([shared, len(encoded) - shared]) + struct.pack("<H", len(found)) + encoded[shared:]
        for subject in found:
            subjects += number24(subject)
        previous = encoded
    return ordered, struct.pack(f"<{len(positions)}I", *positions), bytes(text), bytes(subjects)


def population_code(population):
    """Returns a population as a logarithm: 10 steps double it."""
    return min(255, round(math.log2(population) * 10)) if population > 1 else 0


def write(file, date, towns, town_names, regions, countries, zones, borders):
    """Writes the file.

    - towns: in the order of their cells, as (cell, x, y, population, area, name)
    - town_names, and the names of regions and countries: by language
    - regions: as (country, code, name, names), countries: as (code, name, names)
    - zones: the areas, as (region or country, zone), and the zones' names
    """
    subjects = [(name, names) for (*_, name), names in zip(towns, town_names)]
    subjects += [(name, names) for _, _, name, names in regions] + [(name, names) for _, name, names in countries]
    by_name = collections.defaultdict(set)
    for subject, (name, names) in enumerate(subjects):
        for each in {name, *names.values()} | aliases_of(names):
            by_name[each].add(subject)
    ordered, positions, text, postings = packed_names(by_name)
    number = {name: index for index, name in enumerate(ordered)}

    starts, records = [], bytearray()
    cell = -1
    for index, (own, x, y, population, area, name) in enumerate(towns):
        starts += [index] * (own - cell)
        cell = own
        records += struct.pack("<HHH", x, y, area) + number24(number[name]) + bytes([population_code(population)])
    starts += [len(towns)] * (360 * 180 - cell)

    translations = []
    for language in LANGUAGES:
        entries = bytearray()
        for subject, (name, names) in enumerate(subjects):
            if names.get(language, name) != name:
                entries += number24(subject) + number24(number[names[language]])
        translations.append(bytes(entries))

    areas, zone_names = zones
    sections = [
        struct.pack(f"<{len(starts)}I", *starts),
        bytes(records),
        b"".join(struct.pack("<HH", *each) for each in areas),
        b"".join(struct.pack("<H", country) + number24(number[name]) for country, _, name, _ in regions),
        b"\n".join(code.encode("ascii") for _, code, _, _ in regions),
        b"".join(code.encode("ascii") + number24(number[name]) for code, name, _ in countries),
        b"\n".join(each.encode("ascii") for each in zone_names),
        positions, text, postings, *translations, *borders,
    ]
    table_end = HEADER + 8 * len(sections)
    table, body = bytearray(), bytearray()
    for section in sections:
        table += struct.pack("<II", table_end + len(body), len(section))
        body += section + bytes(-len(section) % 4)
    content = bytes(table + body)
    header = MAGIC + struct.pack("<IIIIII", FORMAT, date, zlib.crc32(content), HEADER + len(content), len(sections), 0)
    file.write_bytes(header + content)
    return [len(each) for each in sections]
