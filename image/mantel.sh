#!/bin/sh
PYTHONPATH=/opt/mantel exec /usr/bin/python3 -P -m appliance "$@"
