"""``python -m ludotheque_client play kimbac``."""

import sys

from ludotheque_client.terminal import main

if __name__ == "__main__":
    sys.exit(main())
