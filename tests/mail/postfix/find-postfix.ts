import { existsSync } from "node:fs";
import path from "node:path";

const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];
const find = (program: string) =>
  folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));

/** The programs that a Postfix with TLS and logins needs. */
export interface PostfixPrograms {
  readonly postfix: string;
  readonly postconf: string;
  readonly saslpasswd: string;
  readonly openssl: string;
}

/** The programs that are missing for a Postfix, as a text; undefined when none is. */
export function lacksForPostfix(): string | undefined {
  if (process.getuid?.() !== 0) return "only root can start it";
  const missing = [
    ["postfix", find("postfix")],
    ["sasl2-bin", find("saslpasswd2")],
    ["openssl", find("openssl")],
    ["libsasl2-modules", plainLogin()],
  ].flatMap(([name, file]) => (file === undefined ? [name] : []));
  return missing.length === 0 ? undefined : `it lacks ${missing.join(", ")}`;
}

/** Throws if one is missing. */
export const postfixPrograms = (): PostfixPrograms => ({
  postfix: demand("postfix"),
  postconf: demand("postconf"),
  saslpasswd: demand("saslpasswd2"),
  openssl: demand("openssl"),
});

function demand(program: string): string {
  const file = find(program);
  if (file === undefined) throw new Error(`there is no ${program} here`);
  return file;
}

/** The library of Cyrus SASL for the mechanism PLAIN; its directory depends on the architecture. */
const plainLogin = () =>
  ["x86_64-linux-gnu", "aarch64-linux-gnu"]
    .map((name) => `/usr/lib/${name}/sasl2/libplain.so`)
    .find((file) => existsSync(file));
