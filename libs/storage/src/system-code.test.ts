import { constants } from "node:os";
import { systemCode } from "./storage-error";

test.each([
  ["a code of Node", { syscall: "open", code: "ENOENT", errno: -2 }, "ENOENT"],
  [
    "a number without a name",
    { syscall: "read", code: "Unknown system error -116", errno: -constants.errno.ESTALE },
    "ESTALE",
  ],
  [
    "a quota",
    { syscall: "write", code: "Unknown system error -122", errno: -constants.errno.EDQUOT },
    "EDQUOT",
  ],
  ["an error of the network", { code: "ECONNRESET" }, undefined],
  ["nothing", undefined, undefined],
])("%s", (_what, error, code) => {
  expect(systemCode(error)).toBe(code);
});
