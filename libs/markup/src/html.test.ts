// Covers docs/reliability.md: pages-and-exports

import { html } from "./html";

describe("html", () => {
  test.each([
    ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    ['" onmouseover="x', "&quot; onmouseover=&quot;x"],
    ["' autofocus='", "&#39; autofocus=&#39;"],
    ["&lt;b&gt;", "&amp;lt;b&amp;gt;"],
    [7, "7"],
    [undefined, ""],
  ])("escapes %p", (insert, markup) => {
    expect(html`<p>${insert}</p>`.markup).toBe(`<p>${markup}</p>`);
  });

  test("inserts markup unchanged, alone or in a list", () => {
    const items = ["a", "<"].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}</ul>${html`<br>`}`.markup).toBe(
      "<ul><li>a</li><li>&lt;</li></ul><br>",
    );
  });
});
