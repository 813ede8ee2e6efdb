#!/bin/sh
# For root, the commands act on the household of mantel.service, with its settings. What the environment has comes first.
if [ "$(id -u)" = 0 ] && [ "${1:-}" != serve ]; then
    while IFS= read -r line || [ -n "$line" ]; do
        name=${line%%=*} value=${line#*=}
        case $name in '' | "$line" | *[!A-Z0-9_]* | [0-9]*) continue ;; esac
        case $value in \"*\") value=${value#\"} value=${value%\"} ;; \'*\') value=${value#\'} value=${value%\'} ;; esac
        printenv "$name" >/dev/null || export "$name=$value"
    done 2>/dev/null </etc/mantel/mantel.env
    export DATA_DIR="${DATA_DIR:-/var/lib/mantel}"
fi
PYTHONPATH=/opt/mantel exec /usr/bin/python3 -P -m appliance "$@"
