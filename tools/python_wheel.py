#!/usr/bin/env python3
"""python_wheel.py BUILD OUT VERSION: packs the built Python package as a wheel, and prints the wheel's path.

A wheel is a zip archive with a list of its files, so the standard library is enough. The build is reproducible.
"""
import base64
import hashlib
import sys
import sysconfig
import zipfile
from pathlib import Path


def main(build: str, out: str, version: str) -> None:
    package = Path(build) / "python" / "cornet"
    tag = "cp311-abi3-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    info = f"cornet-{version}.dist-info"
    root = Path(__file__).parent.parent
    readme = (root / "docs/develop/python.md").read_text("utf-8")
    metadata = (f"Metadata-Version: 2.1\nName: cornet\nVersion: {version}\n"
                "Summary: Four French dice games: rules, bots, records, and many games stepped at once\n"
                "License: MIT\nRequires-Python: >=3.11\nRequires-Dist: numpy\n"
                "Description-Content-Type: text/markdown\n\n" + readme)
    files = {f"cornet/{path.name}": path.read_bytes() for path in sorted(package.iterdir()) if path.is_file()}
    if "cornet/_cornet.abi3.so" not in files:
        sys.exit(f"{package} has no extension: the package was not built")
    files[f"{info}/METADATA"] = metadata.encode()
    files[f"{info}/LICENSE"] = (root / "LICENSE").read_bytes()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: cornet\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = "".join(f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},"
                     f"{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = Path(out) / f"cornet-{version}-{tag}.whl"
    wheel.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)  # the time stamp is always 1980
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    print(wheel)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: python_wheel.py BUILD OUT VERSION")
    main(*sys.argv[1:])
