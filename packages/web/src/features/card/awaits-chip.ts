/** An account that was opened and is not used before its chip is written. */
export const awaitsChip = (card: { issueTime?: string | null } | undefined): boolean => card?.issueTime === null
