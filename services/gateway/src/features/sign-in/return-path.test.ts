import { homePages } from "../home-pages/home.pages";
import { pollPages } from "../poll-pages/poll.pages";
import { returnPathOf } from "./return-path";

const config = { baseUrl: new URL("https://polls.example") };

test.each([
  ...homePages.map(({ path }) => path).filter((path) => path !== "/sign-in"),
  ...pollPages.map(({ path }) => path.replaceAll(/:\w+/g, "a2-_Z")),
])("leads back to %s", (path) => {
  expect(returnPathOf(path, config)).toBe(path);
});

test.each([
  ["another host", "https://evil.example/polls"],
  ["another host without a scheme", "//evil.example/polls"],
  ["a backslash that browsers read as a slash", "/\\evil.example/polls"],
  ["two backslashes", "\\\\evil.example/polls"],
  ["a tab that browsers leave out", "/\t/evil.example/polls"],
  ["a line end that browsers leave out", "/\n/evil.example/polls"],
  ["dots that leave an empty segment", "/p/..//evil.example/polls"],
  ["encoded dots that leave an empty segment", "/p/%2e%2e//evil.example/polls"],
  ["an encoded slash", "/%2fevil.example/polls"],
  ["an encoded slash and a backslash", "/%5cevil.example"],
  ["a name before the host", "/@evil.example"],
  ["a script", "javascript:alert(1)"],
  ["a script behind a space", " javascript:alert(1)"],
  ["a header", "/polls%0d%0aSet-Cookie:x=y"],
  ["an address of the API", "/api/v1/polls"],
  ["a link that signs in", `/sign-in/${"x".repeat(43)}`],
  ["the sign-in itself", "/sign-in"],
  ["a file", "/files/derivatives/x"],
  ["an address that ends nowhere", "/polls/more"],
  ["our host, written out", "https://polls.example/polls"],
  ["no path", "polls"],
  ["nothing", ""],
  ["an endless path", `/p/${"x".repeat(300)}`],
])("leads nowhere by %s", (_case, text) => {
  expect(returnPathOf(text, config)).toBeUndefined();
});

test("leaves out what follows the path", () => {
  expect(returnPathOf("/polls?to=//evil.example#x", config)).toBe("/polls");
});
