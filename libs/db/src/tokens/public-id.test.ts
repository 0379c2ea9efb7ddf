// Covers docs/reference/requests.md: ids
// Covers docs/reliability.md: tokens-and-ids

import { newPublicId } from "./public-id";

test("public ids are 128 random bits as 22 characters of base64url", () => {
  const ids = Array.from({ length: 20_000 }, newPublicId);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(new Set(ids).size).toBe(ids.length);
  const first = new Set(ids.map((id) => id[0]));
  // All characters of base64url except the hyphen.
  expect(first.size).toBe(63);
  expect(first.has("-")).toBe(false);
});
