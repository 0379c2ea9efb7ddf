import { saveFile } from "../parts/page/save-file";
import { Copy } from "../parts/show/copy";
import { QrCode, useQrSquares } from "../parts/show/qr-code";
import type { PollDesk } from "./poll-desk";

const PNG_SCALE = 12;

/** The link to the results, the QR code to download, and the code to embed. */
export function Share({ desk: { words, poll } }: { readonly desk: PollDesk }) {
  const { share } = words;
  const { public_url: url, title } = poll.value;
  const squares = useQrSquares(url);
  const { side, path } = squares;

  function saveSvg(): void {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
    saveFile(new Blob([svg], { type: "image/svg+xml" }), "qr-code.svg");
  }

  function savePng(): void {
    const canvas = document.createElement("canvas");
    canvas.width = side * PNG_SCALE;
    canvas.height = side * PNG_SCALE;
    const context = canvas.getContext("2d");
    if (context === null) return;
    context.scale(PNG_SCALE, PNG_SCALE);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, side, side);
    context.fillStyle = "#000";
    context.fill(new Path2D(path));
    canvas.toBlob((blob) => blob !== null && saveFile(blob, "qr-code.png"), "image/png");
  }

  const frame = `<iframe src="${url}" title="${attribute(title)}" width="100%" height="700" style="border:0"></iframe>`;
  const script = `<script async src="${new URL("/embed.js", url).href}"></script>`;
  return (
    <>
      <Copy words={words} label={share.resultsLink} text={`${url}/results`} />
      <h2>{share.qr}</h2>
      <QrCode squares={squares} label={share.qrText(url)} />
      <p class="row">
        <button type="button" class="quiet" onClick={saveSvg}>
          {share.svg}
        </button>
        <button type="button" class="quiet" onClick={savePng}>
          {share.png}
        </button>
      </p>
      <h2>{share.embed}</h2>
      <Copy words={words} label={share.embedText} text={`${frame}\n${script}`} rows={6} />
      <details>
        <summary>{share.withoutScript}</summary>
        <Copy words={words} label={share.withoutScriptText} text={frame} rows={3} />
      </details>
    </>
  );
}

const attribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
