/** The place of a vote: option and category. */
export interface Place {
  readonly optionId: string;
  readonly categoryId?: number | undefined;
}

export function placeOf(key: string): Place {
  const [optionId = "", category = ""] = key.split(" ");
  return category === "" ? { optionId } : { optionId, categoryId: Number(category) };
}

export const keyOf = ({ optionId, categoryId }: Place): string => `${optionId} ${categoryId ?? ""}`;
