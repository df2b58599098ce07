extension CatalogSchema {
    /// Questions of running programs to the user. They aren't part of the history: a row disappears when its program
    /// has read the answer, or ends.
    static let questions = """
        CREATE TABLE question (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            client TEXT NOT NULL,
            kind TEXT NOT NULL,
            accessLevel INTEGER,
            text TEXT,
            neededCount INTEGER,
            reason TEXT,
            program TEXT,
            presents INTEGER NOT NULL,
            process INTEGER NOT NULL,
            startTime INTEGER NOT NULL,
            boot TEXT NOT NULL,
            date REAL NOT NULL,
            answer TEXT
        ) STRICT;
        """
}
