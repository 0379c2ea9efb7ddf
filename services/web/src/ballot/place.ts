/** The place of a vote: option and category. */
export interface Place {
  readonly optionId: string;
  readonly categoryId?: number | undefined;
}

export const keyOf = ({ optionId, categoryId }: Place): string => `${optionId} ${categoryId ?? ""}`;
