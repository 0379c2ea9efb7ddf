/** The configuration of a Ceph of one monitor, one store in memory and one S3 gateway, all on loopback. */
export const cephConfig = ({ root, fsid, monPort, s3Port }) => `[global]
fsid = ${fsid}
mon initial members = a
mon host = v1:127.0.0.1:${monPort}
public network = 127.0.0.0/8
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${root}
admin socket =
log to file = false
mon cluster log to file = false
mon data avail crit = 1
mon allow pool size one = true
mon max pg per osd = 1000
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd crush update on start = false
osd class update on start = false
osd objectstore = memstore
memstore device bytes = 1073741824
osd class default list = *
osd class load list = *

[mon.a]
mon data = ${root}/mon

[osd.0]
osd data = ${root}/osd

[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${s3Port}
rgw data = ${root}/rgw
rgw run sync thread = false
`;
