"""`python -m proofkit` is the command `proofkit`."""

from proofkit.cli import main

if __name__ == "__main__":
    main()
