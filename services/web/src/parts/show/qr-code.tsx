import { generate } from "lean-qr";
import { useMemo } from "preact/hooks";

/** Squares of white around the code, which readers need. */
const MARGIN = 4;

/** A code as squares of one unit. */
export interface QrSquares {
  readonly side: number;
  /** The dark squares, as the `d` of a path. */
  readonly path: string;
}

export function useQrSquares(text: string): QrSquares {
  return useMemo(() => {
    const code = generate(text);
    let path = "";
    for (let y = 0; y < code.size; y++) {
      for (let x = 0; x < code.size; x++) {
        if (code.get(x, y)) path += `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`;
      }
    }
    return { side: code.size + 2 * MARGIN, path };
  }, [text]);
}

/** Black on white, in dark mode too: readers expect it. */
export const QrCode = ({
  squares: { side, path },
  label,
}: {
  readonly squares: QrSquares;
  readonly label: string;
}) => (
  <svg
    class="qr"
    viewBox={`0 0 ${side} ${side}`}
    shape-rendering="crispEdges"
    role="img"
    aria-label={label}
  >
    <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
    <path fill="#000" d={path} />
  </svg>
);
