#!/bin/sh
# mantel.sh [ID]: on a Proxmox VE host, as root: make an unprivileged container with Debian 13 and Mantel in it.
# ID is the number of the new container; the next free one is taken without it. STORAGE, BRIDGE and MEMORY may be set.
set -eu
version='@VERSION@'
address='@ADDRESS@'
id=${1:-$(pvesh get /cluster/nextid)}
storage=${STORAGE:-local-lvm}
bridge=${BRIDGE:-vmbr0}
memory=${MEMORY:-512}

pveam update >/dev/null
template=$(pveam available --section system | awk '$2 ~ /^debian-13-standard/ { print $2 }' | tail -n 1)
[ -n "$template" ] || { echo 'mantel: Proxmox offers no template of Debian 13' >&2 && exit 1; }
pveam list local | grep -q "$template" || pveam download local "$template"

pct create "$id" "local:vztmpl/$template" --hostname mantel --unprivileged 1 --onboot 1 --memory "$memory" --cores 2 \
    --rootfs "$storage:8" --net0 "name=eth0,bridge=$bridge,ip=dhcp" --features nesting=1
pct start "$id"

# The script that follows runs in the container.
pct exec "$id" -- sh -s "$version" "$address" <<'INSIDE'
set -eu
file="mantel-$1-linux-amd64"
until getent hosts deb.debian.org >/dev/null; do sleep 1; done
apt-get update -q
apt-get install -qy --no-install-recommends ca-certificates curl
cd /tmp
curl -fsSLO "$2/$file" -O "$2/SHA256SUMS"
grep " $file\$" SHA256SUMS | sha256sum -c -
install -m 0755 "$file" /usr/local/bin/mantel
rm "$file" SHA256SUMS
useradd --system --home-dir /var/lib/mantel --shell /usr/sbin/nologin mantel
cat >/etc/systemd/system/mantel.service <<'UNIT'
[Unit]
Description=Mantel
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=/usr/local/bin/mantel serve
Environment=DATA_DIR=/var/lib/mantel
User=mantel
StateDirectory=mantel
StateDirectoryMode=0700
Restart=always

[Install]
WantedBy=multi-user.target
UNIT
systemctl enable --now mantel.service
echo
echo "Mantel is at http://$(hostname -I | cut -d ' ' -f 1):8080 in a moment. The setup code:"
echo '    env DATA_DIR=/var/lib/mantel mantel claim-code      in the console of this container'
INSIDE
