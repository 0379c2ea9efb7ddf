import { Share2 } from "virtual:icons";
import { useSignal } from "@preact/signals";
import { generate } from "lean-qr";
import { toSvgSource } from "lean-qr/extras/svg";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { keep, readKept } from "../parts/form/draft";
import { pngOf } from "../parts/page/png-of";
import { saveFile } from "../parts/page/save-file";
import { useWindowEvent } from "../parts/page/use-window-event";
import { Quiet } from "../parts/show/button";
import { Copy } from "../parts/show/copy";
import { Icon } from "../parts/show/icon";
import { QR_MARGIN, QrCode } from "../parts/show/qr-code";
import { useCopy } from "../parts/show/use-copy";
import { ownPath } from "../session/own-path";
import { thingOfPoll } from "../types/things";
import type { PollContext } from "./poll-context";

/** The pixels of a square of the QR code in a file. */
const SQUARE_PX = 12;
const COPIED_MS = 4_000;
/** Opens all ways to share the poll, such as from a search of the settings. */
const ADDRESS = "#share";

/** The link that participants get, with a button to copy it; further ways to share the poll open over the page. Above them, the next step. */
export function Share({ context }: { readonly context: PollContext }) {
  const { words, poll } = context;
  const { share } = words;
  const { public_url: url } = poll.value;
  const { field, copied, copy } = useCopy(url);
  const isOpen = useSignal(location.hash === ADDRESS);
  const passedOn = `link of ${poll.value.member_hash}`;
  /** Whether it was taken at an earlier visit. At this one, nothing moves. */
  const wasPassedOn = useMemo(() => readKept(passedOn, "localStorage") === true, []);
  const notePassedOn = () => keep(passedOn, true, "localStorage");
  useEffect(() => {
    if (isOpen.value) history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  // It does not stand above all other parts, and is folded at the next visit.
  useWindowEvent("hashchange", () => (isOpen.value = location.hash === ADDRESS));
  useEffect(() => {
    if (!copied.value) return;
    const timer = setTimeout(() => (copied.value = false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied.value]);
  const box = useRef<HTMLElement>(null);
  useWindowEvent(
    "pointerdown",
    ({ target }) => {
      if (target instanceof Node && box.current?.contains(target) === false) isOpen.value = false;
    },
    isOpen.value,
  );
  return (
    <section
      ref={box}
      class="share-link"
      aria-label={share.title}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== "Escape" || !isOpen.value) return;
        isOpen.value = false;
        currentTarget.querySelector<HTMLElement>("[aria-expanded]")?.focus();
      }}
    >
      <NextStep context={context} {...{ wasPassedOn }} />
      <label for="share-link">{share.link}</label>
      <div class="row">
        <input id="share-link" ref={field} type="text" readOnly value={url} />
        <button
          type="button"
          aria-label={`${share.copy}: ${share.link}`}
          onClick={() => {
            void copy();
            notePassedOn();
          }}
        >
          {copied.value ? share.copied : share.copy}
        </button>
        <Quiet
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
            notePassedOn();
          }}
        >
          <Icon of={Share2} /> {share.title}
        </Quiet>
      </div>
      <span class="unseen" role="status">
        {copied.value && share.copied}
      </span>
      {isOpen.value && <Ways context={context} />}
    </section>
  );
}

/** What to do until the poll has a participant: fill the poll, or send the link. */
function NextStep({
  context: { words, poll, account },
  wasPassedOn,
}: {
  readonly context: PollContext;
  readonly wasPassedOn: boolean;
}) {
  const { build } = words;
  const { options_count: options, voters_count: voters, status, settings } = poll.value;
  if (account === undefined || voters > 0 || status === "closed") return null;
  const thing = thingOfPoll(poll.value);
  const isEmpty = options === 0 && settings.allow_new_options !== true;
  if (!isEmpty && wasPassedOn) return null;
  return (
    <p class="next-step">
      <strong>{isEmpty ? build.noneOf(thing) : build.ready}</strong>{" "}
      {isEmpty ? (
        <>
          <a href="#build">{build.things[thing][2]}</a>. {build.thenSend}
        </>
      ) : (
        build.sendLink
      )}
    </p>
  );
}

/** The QR code to download, the code to embed, the link to the results, and the share function of the device. */
function Ways({ context: { words, poll } }: { readonly context: PollContext }) {
  const { share } = words;
  const { public_url: url, title } = poll.value;
  const frame = `<iframe src="${url}" title="${attribute(title)}" width="100%" height="700" style="border:0"></iframe>`;
  const script = `<script async src="${new URL(ownPath("/embed.js"), url).href}"></script>`;
  return (
    <div class="share-ways">
      <div>
        <QrCode text={url} label={share.qrText(url)} />
        <p class="row">
          <Quiet onClick={() => void saveCode("svg", url)}>{share.svg}</Quiet>
          <Quiet onClick={() => void saveCode("png", url)}>{share.png}</Quiet>
        </p>
      </div>
      <div>
        {typeof navigator.share === "function" && (
          <p>
            <Quiet onClick={() => void navigator.share({ title, url }).catch(() => undefined)}>
              {share.system}
            </Quiet>
          </p>
        )}
        <Copy label={share.resultsLink} text={`${url}/results`} />
        <h2>{share.embed}</h2>
        <Copy label={share.embedText} text={`${frame}\n${script}`} rows={4} />
        <details>
          <summary>{share.withoutScript}</summary>
          <Copy label={share.withoutScriptText} text={frame} rows={3} />
        </details>
      </div>
    </div>
  );
}

async function saveCode(format: "svg" | "png", url: string): Promise<void> {
  const code = generate(url);
  const colors = { on: "#000", off: "#fff", pad: QR_MARGIN };
  const svg = new Blob([toSvgSource(code, { ...colors, scale: SQUARE_PX })], {
    type: "image/svg+xml",
  });
  const side = SQUARE_PX * (code.size + 2 * QR_MARGIN);
  const file = format === "svg" ? svg : await pngOf(svg, side, side);
  if (file !== undefined) saveFile(file, `qr-code.${format}`);
}

const attribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
