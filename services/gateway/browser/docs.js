// The script of /docs: search, copying of samples, and requests that the reader sends. It stores nothing.
const MOST_FOUND = 40;
const MOST_SHOWN = 200_000;

/**
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} type
 * @param {ParentNode} within
 */
function all(selector, type, within = document) {
  /** @type {T[]} */
  const found = [];
  for (const each of within.querySelectorAll(selector)) if (each instanceof type) found.push(each);
  return found;
}

/** @param {string} tag @param {string} text @param {string} [className] */
function element(tag, text, className) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== undefined) made.className = className;
  return made;
}

document.documentElement.classList.add("has-script");

// Search

/** @type {readonly { readonly id: string, readonly name: string, readonly kind: string, readonly about: string }[] | undefined} */
let entries;

const allEntries = () => {
  entries ??= all("[data-find]", HTMLElement).map(
    ({ id, dataset: { find: kind = "" }, children }) => {
      const name = id.replace(/^(code|schema|field)-/, "");
      const [title, text] = [children[0]?.textContent ?? "", children[1]?.textContent ?? ""];
      return { id, name, kind, about: kind === "operation" ? title.replace(id, "") : text };
    },
  );
  return entries;
};

/** Lower is better; undefined: not found. @param {{ name: string, kind: string, about: string }} entry @param {readonly string[]} words */
function rankOf({ name, kind, about }, words) {
  const low = name.toLowerCase();
  const text = `${low} ${kind} ${about}`.toLowerCase();
  if (!words.every((word) => text.includes(word))) return undefined;
  if (low === words.join(" ")) return 0;
  return (kind === "operation" ? 1 : 3) - (words.every((word) => low.includes(word)) ? 1 : 0);
}

const search = /** @type {HTMLInputElement} */ (document.getElementById("search"));
const found = /** @type {HTMLElement} */ (document.getElementById("found"));
const count = /** @type {HTMLElement} */ (document.getElementById("count"));

function showFound() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked =
    words.length === 0
      ? []
      : allEntries().flatMap((entry) => {
          const rank = rankOf(entry, words);
          return rank === undefined ? [] : [{ entry, rank }];
        });
  ranked.sort((one, other) => one.rank - other.rank);
  const shown = ranked.slice(0, MOST_FOUND);
  found.replaceChildren(
    ...shown.map(({ entry: { id, kind, name, about } }) => {
      const link = document.createElement("a");
      link.href = `#${id}`;
      link.append(
        element("code", name),
        element("small", ` ${kind}`),
        element("span", about.slice(0, 120)),
      );
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  const more = ranked.length > shown.length ? `, of which ${shown.length} are shown` : "";
  const sentence = ranked.length === 1 ? "1 result" : `${ranked.length} results${more}`;
  count.textContent = words.length === 0 ? "" : sentence;
}

search.addEventListener("input", showFound);
search.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.matches("input, textarea");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search.focus();
});

/** The element that the address names; null also for an address that is not encoded well. */
function namedElement() {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null;
  }
}

/** Opens what an address names, and all around it. */
function openTarget() {
  const target = namedElement();
  if (target === null) return;
  for (let each = /** @type {Element | null} */ (target); each; each = each.parentElement) {
    if (each instanceof HTMLDetailsElement) each.open = true;
  }
  const focused = target.querySelector(":scope > summary");
  if (focused instanceof HTMLElement) focused.focus();
  else {
    target.tabIndex = -1;
    target.focus();
  }
  target.scrollIntoView();
}
addEventListener("hashchange", openTarget);
if (location.hash !== "") openTarget();
// A link to what the address names already changes no address.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link !== null && link.hash !== "" && link.hash === location.hash) openTarget();
});

// Samples

for (const sample of all(".sample", HTMLDetailsElement)) {
  sample.querySelector("summary")?.addEventListener("click", () => {
    if (sample.open) return;
    const same = `.sample[data-language="${sample.dataset.language}"]`;
    for (const other of all(same, HTMLDetailsElement)) if (other !== sample) other.open = true;
  });
  const copy = element("button", "Copy", "copy");
  copy.addEventListener("click", async () => {
    const text = sample.querySelector("pre")?.textContent ?? "";
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    copy.textContent = done === true ? "Copied" : "Select the text to copy it";
  });
  sample.append(copy);
}

// Trying

/** A value goes to all fields of its name, so that it is given once. */
document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.shared === undefined) return;
  for (const other of all(`[data-shared="${target.dataset.shared}"]`, HTMLInputElement)) {
    if (other !== target) other.value = target.value;
  }
});

/** Browsers keep left pages in memory. */
addEventListener("pagehide", () => {
  for (const field of all("[data-in=token]", HTMLInputElement)) field.value = "";
});

class NoJson extends Error {}

/** Throws `NoJson`. @param {string} text */
function checkJson(text) {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new NoJson(`The body is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** The request that a form describes. Throws `NoJson`. @param {HTMLFormElement} form */
function requestOf(form) {
  const { method = "GET", path = "" } = form.dataset;
  let address = path;
  const query = new URLSearchParams();
  const headers = new Headers();
  for (const { value, dataset } of all("input", HTMLInputElement, form)) {
    const name = dataset.name ?? "";
    if (dataset.in === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === "") continue;
    else if (dataset.in === "query") query.set(name, value);
    else if (dataset.in === "token") headers.set("Authorization", `Bearer ${value.trim()}`);
    else if (/^[ -~]*$/.test(value)) headers.set(name, value);
    else headers.set(`${name}-ENCODED`, encodeURIComponent(value));
  }
  const body = form.querySelector("textarea")?.value;
  if (body !== undefined) {
    checkJson(body);
    headers.set("Content-Type", "application/json");
  }
  const search = query.size === 0 ? "" : `?${query}`;
  /** @type {RequestInit} */
  const init = { method, headers, credentials: "omit", cache: "no-store", redirect: "error" };
  return new Request(address + search, body === undefined ? init : { ...init, body });
}

/** Shows an answer as it comes. @param {Response} answer @param {HTMLElement} place @param {number} began */
async function show(answer, place, began) {
  const id = answer.headers.get("X-Request-Id");
  const took = Math.round(performance.now() - began);
  const facts = [`${took} ms`, ...(id === null ? [] : [`request ${id}`])].join(", ");
  const shown = element("pre", "");
  place.replaceChildren(element("b", `${answer.status} ${answer.statusText}`), ` ${facts}`, shown);
  const type = answer.headers.get("Content-Type") ?? "";
  if (!/json|text\//.test(type)) {
    const { size } = await answer.blob();
    shown.textContent = size === 0 ? "No body." : `A file of ${size} bytes (${type}).`;
    return;
  }
  let text = "";
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    text += part.value;
    if (type.includes("event-stream")) shown.textContent = text.slice(-MOST_SHOWN);
  }
  const isJson = type.includes("json") && text !== "";
  const pretty = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const isLong = pretty.length > MOST_SHOWN;
  shown.textContent = isLong ? `${pretty.slice(0, MOST_SHOWN)}\n…` : pretty || "No body.";
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const place = /** @type {HTMLElement} */ (form.querySelector(".answer"));
  const [button, stop] = all("button", HTMLButtonElement, form);
  if (button === undefined || stop === undefined || button.disabled) return;
  const ended = new AbortController();
  stop.onclick = () => ended.abort();
  [button.disabled, stop.hidden] = [true, false];
  place.textContent = "Sending …";
  try {
    const request = requestOf(form);
    const began = performance.now();
    const answer = await fetch(request, { signal: ended.signal });
    await show(answer, place, began);
  } catch (error) {
    if (ended.signal.aborted) place.append(element("p", "Stopped."));
    else place.textContent = error instanceof NoJson ? error.message : `No answer: ${error}`;
  }
  [button.disabled, stop.hidden] = [false, true];
}

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches(".try form")) return;
  event.preventDefault();
  void send(event.target);
});
