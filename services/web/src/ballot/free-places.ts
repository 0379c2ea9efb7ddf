import type { OptionListItem, Vote } from "@polls/client";
import { takesPlace as valueTakesPlace } from "@polls/domain/vote-values";

export const takesPlace = (vote: Vote["vote"] | undefined): boolean =>
  valueTakesPlace(
    typeof vote === "string"
      ? { value: undefined, text: vote }
      : { value: vote ?? undefined, text: undefined },
  );

/** The free places of an option, with what the visitor has changed since the list was read. */
export function freePlacesOf(
  { id, free_places: free }: Pick<OptionListItem, "id" | "free_places">,
  votes: readonly Vote[] | undefined,
  isTaken: boolean | undefined,
): number | undefined {
  if (free === undefined) return undefined;
  const wasTaken = hadPlace(id, votes);
  return Math.max(0, free + (isTaken === undefined ? 0 : Number(wasTaken) - Number(isTaken)));
}

/** Whether the visitor had a place when the page was loaded. */
export const hadPlace = (optionId: string, votes: readonly Vote[] = []): boolean =>
  votes.some(({ option_id, vote }) => option_id === optionId && takesPlace(vote));
