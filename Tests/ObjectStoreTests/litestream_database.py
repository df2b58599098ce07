"""Makes and reads the database of LitestreamTests: litestream_database.py add FILE NUMBER, or rows FILE."""

import contextlib
import sqlite3
import sys

command, file = sys.argv[1:3]
with contextlib.closing(sqlite3.connect(file)) as database:
    if command == "add":
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE IF NOT EXISTS row (number INTEGER, text TEXT)")
        database.execute("INSERT INTO row VALUES (?, ?)", (int(sys.argv[3]), "x" * 100_000))
        database.commit()
    else:
        print(*(number for (number,) in database.execute("SELECT number FROM row ORDER BY number")))
