#!/usr/bin/python3
"""test_summary.py RESULTS FOLDER...: prints the summary of a test run.

RESULTS is the file of `ctest --output-junit`; tools/run_test.py writes the CPU seconds of each test to FOLDER/costs. Prints the ten
most expensive tests, why tests were skipped, which failed, and the totals. Exit status 1 if a test failed or none ran.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree

DEAREST = 10


def read_costs(folders):
    """CPU seconds by the test's name."""
    return {file.name: float(file.read_text()) for folder in folders for file in pathlib.Path(folder, "costs").glob("*")}


def is_skipped(test):
    """Whether the test itself reported it. A test whose program is missing has not run either, but counts as failed."""
    reason = test.find("skipped")
    return reason is not None and reason.get("message", "").startswith("SKIP_RETURN_CODE")


def skip_reason(output):
    found = re.search(r"^SKIP (.+)$", output, re.MULTILINE)
    return found.group(1) if found else "it does not say why"


def main():
    tests = xml.etree.ElementTree.parse(sys.argv[1]).getroot().findall("testcase")
    costs = read_costs(sys.argv[2:])
    passed = [test for test in tests if test.get("status") == "run"]
    skipped = [test for test in tests if is_skipped(test)]
    failed = [test for test in tests if test not in passed and test not in skipped]

    dearest = sorted(tests, key=lambda test: -costs.get(test.get("name"), 0))[:DEAREST]
    print("Most CPU seconds (seconds by the clock): " + ", ".join(
        f"{test.get('name')} {costs.get(test.get('name'), 0):.1f} ({float(test.get('time')):.0f})" for test in dearest))
    for test in skipped:
        print(f"Skipped: {test.get('name')}: {skip_reason(test.findtext('system-out') or '')}")
    for test in failed:
        print(f"Failed: {test.get('name')}")
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    sys.exit(1 if failed or not passed else 0)


main()
