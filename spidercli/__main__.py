"""``python -m spidercli`` is ``spider``."""

from spidercli.main import main

main()
