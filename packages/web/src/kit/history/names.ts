/** A record that an entry of the log refers to. */
export interface Reference {
  readonly of: string
  readonly id: number
}
export const keyOf = ({ of, id }: Reference) => `${of}:${id}`

/** The names that were read so far; null for a record that is gone or that the reader may not see. */
export const names = new Map<string, string | null>()
/** What a record is called, once it was read. */
export const nameOfReference = (reference: Reference): string | undefined => names.get(keyOf(reference)) ?? undefined
