/** A chart as SVG on white, without media or styles of the page. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

interface Written {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly bold: boolean;
  readonly align: "start" | "end" | "middle";
}

const WIDTH = 960;
export const MARGIN = 32;
export const INNER = WIDTH - 2 * MARGIN;
const FAMILY = "system-ui, -apple-system, 'Segoe UI', sans-serif";
export const colors = {
  ink: "#1b1f24",
  soft: "#59626e",
  line: "#d8dce1",
  main: "#1d5fbf",
  paper: "#fff",
};

export type Sheet = ReturnType<typeof newSheet>;

/** Shapes of SVG below each other. */
export function newSheet() {
  const pen = document.createElement("canvas").getContext("2d");
  const shapes: string[] = [];
  let y = MARGIN;

  const widthOf = (text: string, size: number, bold: boolean): number => {
    if (pen === null) return text.length * size * 0.6;
    pen.font = `${weightOf(bold)} ${size}px ${FAMILY}`;
    return pen.measureText(text).width;
  };
  /** The text, cut to the available width. */
  function fit(text: string, width: number, size: number, bold = false): string {
    if (widthOf(text, size, bold) <= width) return text;
    const signs = [...text];
    while (signs.length > 0 && widthOf(`${signs.join("")}…`, size, bold) > width) signs.pop();
    return `${signs.join("")}…`;
  }
  function write(text: string, more: Partial<Written>): void {
    const usual = { x: MARGIN, y, size: 16, fill: colors.ink, bold: false, align: "start" };
    const { x, y: base, size, fill, bold, align } = { ...usual, ...more };
    shapes.push(
      `<text x="${round(x)}" y="${round(base)}" font-size="${size}" font-weight="${weightOf(bold)}" text-anchor="${align}" fill="${fill}">${escaped(text)}</text>`,
    );
  }
  function box(x: number, top: number, width: number, height: number, fill: string): void {
    shapes.push(
      `<rect x="${round(x)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`,
    );
  }

  return {
    at: () => y,
    skip: (height: number) => {
      y += height;
    },
    box,
    dot(x: number, top: number, radius: number, text: string) {
      shapes.push(
        `<circle cx="${round(x)}" cy="${round(top)}" r="${round(radius)}" fill="${colors.main}"/>`,
      );
      write(text, { x, y: top + 5, size: 15, bold: true, fill: colors.paper, align: "middle" });
    },
    /** A text, and another one at the end of its line. */
    line(
      text: string,
      more: { readonly size?: number; readonly bold?: boolean; readonly right?: string } = {},
    ) {
      const { size = 16, bold = false, right = "" } = more;
      y += size * 1.4;
      const room = INNER - (right === "" ? 0 : widthOf(right, size, true) + 16);
      write(fit(text, room, size, bold), { y, size, bold });
      if (right !== "") write(right, { x: WIDTH - MARGIN, y, size, bold: true, align: "end" });
      y += size * 0.4;
    },
    bar(parts: readonly { readonly share: number; readonly fill: string }[], height = 16) {
      box(MARGIN, y, INNER, height, "#eef0f3");
      let x = MARGIN;
      for (const { share, fill } of parts) {
        const width = INNER * Math.min(1, Math.max(0, share));
        box(x, y, Math.max(0, width - (parts.length > 1 ? 2 : 0)), height, fill);
        x += width;
      }
      y += height + 6;
    },
    /** A small text over as many lines as it needs. */
    paragraph(text: string) {
      let line = "";
      const flush = () => {
        y += 18;
        write(fit(line, INNER, 14), { y, size: 14, fill: colors.soft });
        line = "";
      };
      for (const word of text.split(" ")) {
        if (line !== "" && widthOf(`${line} ${word}`, 14, false) > INNER) flush();
        line = line === "" ? word : `${line} ${word}`;
      }
      flush();
      y += 10;
    },
    cells(
      cells: readonly { readonly text: string; readonly x: number; readonly width: number }[],
      row?: { readonly name: string; readonly width: number },
    ) {
      if (row !== undefined) write(fit(row.name, row.width - 12, 16), { y: y + 22 });
      for (const { text, x, width } of cells)
        write(fit(text, width - 6, 14, row === undefined), {
          x,
          y: y + 22,
          size: 14,
          align: "middle",
          bold: row === undefined,
        });
      y += 38;
    },
    picture(): Picture {
      const height = Math.ceil(y + MARGIN);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${FAMILY}"><rect width="${WIDTH}" height="${height}" fill="${colors.paper}"/>${shapes.join("")}</svg>`;
      return { width: WIDTH, height, svg };
    },
  };
}

const weightOf = (bold: boolean): number => (bold ? 600 : 400);
const round = (number: number): number => Math.round(number * 10) / 10;

/** Removes characters that XML does not allow. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
