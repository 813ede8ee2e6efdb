"""`python -m kiosk`: the kiosk without the rest of Mantel."""

from kiosk.launcher import main

raise SystemExit(main())
