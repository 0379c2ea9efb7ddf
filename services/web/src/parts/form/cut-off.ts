const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Within a scan: an escaped byte, or a marker that does not end the scan. */
const staysInScan = (code: number): boolean =>
  code === 0 || code === MARKER || (code >= 0xd0 && code <= 0xd7);

/** Whether a JPEG ends before its picture does. Programs then show the missing part in gray. */
export function isCutOff(bytes: Uint8Array): boolean {
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 4 <= bytes.length) {
    // Damaged in another way.
    if (bytes[at] !== MARKER) return false;
    const code = bytes[at + 1];
    if (code === END_OF_IMAGE) return false;
    at += 2 + view.getUint16(at + 2);
    if (code === START_OF_SCAN) at = endOfScan(bytes, at);
  }
  return bytes[at] !== MARKER || bytes[at + 1] !== END_OF_IMAGE;
}

function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(MARKER, from);
  while (at >= 0 && at + 1 < bytes.length && staysInScan(bytes[at + 1] ?? 0)) {
    at = bytes.indexOf(MARKER, at + 1);
  }
  return at < 0 ? bytes.length : at;
}
