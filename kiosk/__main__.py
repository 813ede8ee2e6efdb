"""`python -m kiosk` runs the kiosk without the server."""

from kiosk.launcher import main

raise SystemExit(main())
