// Sizes the frames of polls on a page to what they show. A frame tells its height to the page that asks it.
// In a block, so that a page may load the script twice.
{
  const HEIGHT_MAX = 50_000;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { origin: service } = new URL(script.src);

  /** @param {HTMLIFrameElement} frame */
  const ask = (frame) => {
    if (!URL.canParse(frame.src) || new URL(frame.src).origin !== service) return;
    // For every origin: a frame that is not loaded yet has another one, and the browser would log an error.
    frame.contentWindow?.postMessage({ polls: "height" }, "*");
  };

  addEventListener("message", ({ origin, source, data }) => {
    const height = data?.polls?.height;
    if (origin !== service || typeof height !== "number" || !(height > 0)) return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow !== source) continue;
      frame.style.height = `${Math.min(Math.ceil(height), HEIGHT_MAX)}px`;
    }
  });
  // Events of loading do not bubble, and do not reach the window: they are caught on their way down.
  document.addEventListener(
    "load",
    ({ target }) => {
      if (target instanceof HTMLIFrameElement) ask(target);
    },
    true,
  );
  for (const frame of document.querySelectorAll("iframe")) ask(frame);
}
