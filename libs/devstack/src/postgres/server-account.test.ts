import { mayAccess, serverAccount } from "./server-account";

const passwd =
  (...lines: string[]) =>
  () =>
    ["root:x:0:0::/root:/bin/sh", ...lines, ""].join("\n");
const daemon = "daemon:x:1:1::/:/usr/sbin/nologin";
const unprivileged = "nobody:x:65534:65533::/:/usr/sbin/nologin";
const postgres = "postgres:x:101:104::/var/lib/postgresql:/bin/sh";

test.each([
  ["an ordinary user runs PostgreSQL itself", 1_000, passwd(daemon), undefined],
  [
    "root runs it as postgres where there is one",
    0,
    passwd(daemon, unprivileged, postgres),
    { uid: 101, gid: 104 },
  ],
  [
    "root runs it as `nobody` elsewhere",
    0,
    passwd(daemon, unprivileged),
    { uid: 65_534, gid: 65_533 },
  ],
  [
    "root runs it as any unprivileged account where there is no `nobody`",
    0,
    passwd(daemon),
    { uid: 1, gid: 1 },
  ],
  ["a line without numbers is no account", 0, passwd("+::::::", daemon), { uid: 1, gid: 1 }],
])("%s", (_case, uid, accounts, expected) => {
  expect(serverAccount(uid, accounts)).toEqual(expected);
});

test("if root has no other account to use, the error says what to do", () => {
  expect(() => serverAccount(0, passwd())).toThrow("set DATABASE_URL");
});

test("access of the own account is not checked", () => {
  expect(mayAccess(undefined, "/nowhere", "write")).toBe(true);
});
