import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { useMemo } from "preact/hooks";

/** Squares of white around a code, which readers need. */
export const QR_MARGIN = 4;

/** Black on white, in dark mode too: readers expect it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const code = generate(text);
    return { size: code.size, path: toSvgPath(code) };
  }, [text]);
  const side = size + 2 * QR_MARGIN;
  return (
    <svg
      class="qr"
      viewBox={`${-QR_MARGIN} ${-QR_MARGIN} ${side} ${side}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect x={-QR_MARGIN} y={-QR_MARGIN} width={side} height={side} fill="#fff" />
      <path fill="#000" d={path} />
    </svg>
  );
}
