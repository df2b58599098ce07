"""Runs schemathesis against albumen serve with a small library. Called by script/schemathesis."""

import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import urllib.request
import zlib

root, run, examples, seed = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]
albumen = root / ".build/debug/albumen"
environment = {"HOME": str(run), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


def png(width, height, shade):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(
        b"\0" + b"".join(bytes([shade, x * 3 % 256, y * 5 % 256]) for x in range(width)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def main():
    photos, library = run / "photos", run / "library"
    photos.mkdir()
    for index in range(5):
        (photos / f"{index}.png").write_bytes(png(300 + index, 200, index * 40))
    subprocess.run([albumen, "import", photos, "--library", library], check=True, env=environment, stdout=subprocess.DEVNULL)
    errors = run / "errors"
    with errors.open("w") as stream:
        server = subprocess.Popen(
            [albumen, "serve", "--library", library, "--port", "0", "--no-lasting-sign-in"], env=environment,
            stdout=subprocess.PIPE, stderr=stream, text=True)
    try:
        status = check(server)
    finally:
        server.terminate()
        ending = server.wait()
    if ending != 0 or errors.read_text():
        print(f"schemathesis: the server ended with {ending} and wrote: {errors.read_text()}", file=sys.stderr)
        return 1
    return status


def check(server):
    link = next(found for line in server.stdout if (found := re.search(r"(http://127\.0\.0\.1:(\d+))/open\S+", line)))
    origin, port = link.group(1), link.group(2)
    with urllib.request.urlopen(link.group(0)) as answer:
        cookie = answer.headers["Set-Cookie"].split(";")[0]
    with urllib.request.urlopen(urllib.request.Request(f"{origin}/api/session", headers={"Cookie": cookie})) as answer:
        token = json.load(answer)["csrfToken"]

    # The cookie's name contains the port.
    description = (root / "Sources/AlbumenServer/openapi.json").read_text().replace("albumen-8420", f"albumen-{port}")
    (run / "openapi.json").write_text(description)
    (run / "schemathesis.toml").write_text(
        f"[auth.openapi.owner]\napi_key = {json.dumps(cookie.split('=', 1)[1])}\n"
        f"[auth.openapi.csrfToken]\napi_key = {json.dumps(token)}\n"
        # The server refuses an address that is too long with its own status.
        "[checks]\nnegative_data_rejection.expected-statuses = "
        "[400, 401, 403, 404, 405, 406, 409, 414, 415, 422, 428, 429]\n"
        # Schemas can't express rules between two fields: of is at least the number of assets, and at has one rank for
        # each.
        + "".join(
            f"[[operations]]\ninclude-operation-id = {json.dumps(name)}\nchecks.positive_data_acceptance.enabled = false\n"
            for name in ["trash", "purge", "changeMembers"]))
    # A stream of changes doesn't end.
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", "openapi.json", "--url", origin, "-H", f"Origin: {origin}",
        "--exclude-path", "/api/changes", "--phases", "examples,coverage,fuzzing", "--max-examples", examples, "--seed", seed,
        "--request-timeout", "60", "--continue-on-failure", "--warnings", "off", "--no-color",
    ]
    return subprocess.run(command, cwd=run, env={**environment, "PYTHONPATH": os.environ["PYTHONPATH"]}).returncode


sys.exit(main())
