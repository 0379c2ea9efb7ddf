import type { Poll } from "@polls/client";
import type { ComponentChildren } from "preact";

type Type = Poll["type"];

/** A sheet of paper, on which the others draw. */
const Sheet = ({ x = 14, y = 6, w = 68, h = 52 }) => (
  <rect class="paper" x={x} y={y} width={w} height={h} rx="6" />
);
const Line = ({ x = 34, y = 0, w = 36 }) => (
  <rect class="pale" x={x} y={y} width={w} height="5" rx="2.5" />
);
const Photo = ({ x = 0, y = 0, w = 30, h = 22, main = false }) => (
  <g>
    <rect class={main ? "main" : "paper"} x={x} y={y} width={w} height={h} rx="4" />
    <circle class={main ? "paper" : "pale"} cx={x + 8} cy={y + 7} r="3" />
    <path
      class={main ? "paper" : "pale"}
      d={`M${x + 3} ${y + h - 3}l${w / 3} -${h / 2.4} ${w / 5} ${h / 5} ${w / 6} -${h / 6} ${w / 4.5} ${h / 2.6}z`}
    />
  </g>
);

/** One row for each type of poll, each with a palette: a missing row does not compile. */
const illustrations: Readonly<
  Record<Type, { readonly palette: string; readonly drawing: ComponentChildren }>
> = {
  "Polls::Voting": {
    palette: "blue",
    drawing: (
      <>
        <Sheet />
        {[14, 29, 44].map((y) => (
          <Line key={y} y={y} w={y === 29 ? 40 : 30} />
        ))}
        <circle class="pale" cx="25" cy="16.5" r="5" />
        <circle class="main" cx="25" cy="31.5" r="5" />
        <path class="tick" d="m22.5 31.5 2 2 3.5-4" />
        <circle class="pale" cx="25" cy="46.5" r="5" />
      </>
    ),
  },
  "Polls::Survey": {
    palette: "violet",
    drawing: (
      <>
        <Sheet x={26} y={2} w={60} h={46} />
        <Sheet x={10} y={12} w={60} h={46} />
        <Line x={20} y={21} w={40} />
        <rect class="main" x="20" y="33" width="40" height="8" rx="4" />
        <rect class="pale" x="20" y="45" width="26" height="8" rx="4" />
      </>
    ),
  },
  "Polls::Table": {
    palette: "teal",
    drawing: (
      <>
        <Sheet />
        <rect class="main" x="14" y="6" width="68" height="13" rx="6" />
        {[27, 38, 49].map((y) => (
          <g key={y}>
            <Line x={21} y={y} w={14} />
            <Line x={42} y={y} w={14} />
            <Line x={63} y={y} w={y === 38 ? 8 : 13} />
          </g>
        ))}
      </>
    ),
  },
  "Polls::Collection": {
    palette: "amber",
    drawing: (
      <>
        <circle class="pale" cx="48" cy="32" r="29" />
        <path
          class="main"
          d="M48 9a17 17 0 0 0-9 31.500V45h18v-4.500A17 17 0 0 0 48 9zM40 48h16v3.500H40zm3 6.500h10a5 5 0 0 1-10 0z"
        />
        <path class="tick" d="M43 28l5 5 5-5M48 33v11" />
      </>
    ),
  },
  "Polls::PhotoGallery": {
    palette: "green",
    drawing: (
      <>
        <Photo x={8} y={20} w={38} h={36} />
        <Photo x={34} y={6} w={54} h={38} main />
      </>
    ),
  },
  "Polls::ImageGallery": {
    palette: "rose",
    drawing: (
      <>
        <Photo x={8} y={6} w={38} h={24} main />
        <Photo x={50} y={6} w={38} h={24} />
        <Photo x={8} y={34} w={38} h={24} />
        <Photo x={50} y={34} w={38} h={24} main />
      </>
    ),
  },
  "Polls::VideoGallery": {
    palette: "red",
    drawing: (
      <>
        <rect class="main" x="12" y="8" width="72" height="48" rx="8" />
        <path class="paper" d="M41 21v22l19-11z" />
      </>
    ),
  },
  "Polls::AudioGallery": {
    palette: "magenta",
    drawing: (
      <>
        <Sheet x={8} y={10} w={80} h={44} />
        {[8, 20, 32, 16, 26, 12, 22, 30, 14, 20, 8].map((height, at) => (
          <rect
            key={at}
            class={at < 6 ? "main" : "pale"}
            x={17 + at * 5.8}
            y={32 - height / 2}
            width="3.5"
            height={height}
            rx="1.7"
          />
        ))}
      </>
    ),
  },
  "Polls::PairwiseComparison": {
    palette: "indigo",
    drawing: (
      <>
        <rect class="main" x="8" y="8" width="38" height="48" rx="7" />
        <rect class="paper" x="50" y="8" width="38" height="48" rx="7" />
        <path class="tick" d="m20 32 5 5 9-10" />
        <circle class="pale" cx="69" cy="32" r="9" />
      </>
    ),
  },
  "Polls::AdventCalendar": {
    palette: "orange",
    drawing: (
      <>
        {[0, 1, 2].map((row) =>
          [0, 1, 2, 3].map((column) => (
            <rect
              key={`${row} ${column}`}
              class={row * 4 + column < 5 ? "main" : "paper"}
              x={11 + column * 19}
              y={5 + row * 19}
              width="16"
              height="16"
              rx="4"
            />
          )),
        )}
        <path class="tick" d="m34 12 3 4 5-7" />
      </>
    ),
  },
};

/** What a type of poll is, as a drawing in the colors of its palette. */
export const Illustration = ({ type }: { readonly type: Type }) => (
  <svg
    class="illustration"
    viewBox="0 0 96 64"
    aria-hidden="true"
    data-palette={illustrations[type].palette}
  >
    {illustrations[type].drawing}
  </svg>
);
