#!/bin/sh
# The file system of an image: `copy-programs.sh DIRECTORY PROGRAM…` copies programs with the libraries that they
# load, files that the C library reads, and a list of the Debian packages of these files.
set -eu
out=$1
shift

mkdir -p "$out/usr/bin" "$out/usr/sbin" "$out/usr/lib" "$out/usr/lib64" "$out/etc" "$out/var/lib/dpkg/status.d" \
  "$out/usr/share/sbom" "$out/home/node" "$out/data/storage" "$out/data/work"
for directory in bin sbin lib lib64; do ln -s "usr/$directory" "$out/$directory"; done
mkdir -m 1777 "$out/tmp"
printf 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' >"$out/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' >"$out/etc/group"
printf 'hosts: files dns\n' >"$out/etc/nsswitch.conf"
cp /etc/os-release "$out/etc/os-release"
# Named volumes get their owner from this directory.
chown 1000:1000 "$out/home/node" "$out/data/storage" "$out/data/work"

files=$(
  for program in "$@"; do
    file=$(command -v "$program")
    echo "$file"
    ldd "$file" 2>/dev/null | grep -o '/[^ ]*' || true
  done | sort -u
)
for file in $files; do
  place=$(readlink -f "$(dirname "$file")")
  mkdir -p "$out$place"
  cp -L "$file" "$out$place/"
done

# Debian's package lists contain the paths from before /lib became /usr/lib.
owners=$(
  for file in $files; do
    real=$(readlink -f "$file")
    dpkg -S "$real" 2>/dev/null || dpkg -S "${real#/usr}" 2>/dev/null || true
  done | sed 's/: .*//; s/,.*//' | sort -u
)
list=$out/usr/share/sbom/system.cdx.json
printf '{"bomFormat":"CycloneDX","specVersion":"1.5","version":1,"components":[\n' >"$list"
for owner in $owners; do
  name=${owner%%:*}
  dpkg-query -s "$owner" >"$out/var/lib/dpkg/status.d/$name"
  mkdir -p "$out/usr/share/doc/$name"
  cp -L "/usr/share/doc/$name/copyright" "$out/usr/share/doc/$name/" 2>/dev/null || true
  dpkg-query -W -f '{"type":"library","name":"${Package}","version":"${Version}","purl":"pkg:deb/debian/${Package}@${Version}?arch=${Architecture}"},\n' "$owner" >>"$list"
done
printf '{"type":"application","name":"node","version":"%s","purl":"pkg:generic/node@%s"}]}\n' \
  "$(node -p process.versions.node)" "$(node -p process.versions.node)" >>"$list"
