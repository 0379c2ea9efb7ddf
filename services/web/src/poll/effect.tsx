import type { Poll } from "@polls/client";

const PARTICLES = 24;

/** An animation over the page, for the eye only. Styles leave it out with reduced motion and in print. */
export function Effect({ effect }: { readonly effect: Poll["settings"]["effect"] | undefined }) {
  if (effect === undefined) return null;
  return (
    <div class={`effect ${effect}`} aria-hidden="true">
      {Array.from({ length: PARTICLES }, (_, at) => (
        <i
          key={at}
          style={{
            insetInlineStart: `${(at * 37) % 100}%`,
            insetBlockStart: `${(at * 53) % 100}%`,
            animationDelay: `${-((at * 7) % PARTICLES)}s`,
          }}
        />
      ))}
    </div>
  );
}
