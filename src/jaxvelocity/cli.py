"""The command line: one command a verb."""

def main() -> None:
    print("x")
