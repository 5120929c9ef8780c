import { z } from 'zod'

/**
 * What a chip is. `stored` is how records and files say it (spec 1 §3), `reader` how readers say it (spec 0 §9: there 1 and 0 differ);
 * a reader has no code for the two that it never takes for a customer's card. Reader codes are hardware: hold them against a real one
 * before it is used.
 * @source decisions.md A6; requirements CRD-006, CRD-007
 */
export const chipTypes = {
  induction: { stored: 1, reader: 0 },
  cpu: { stored: 2, reader: 1 },
  psam: { stored: 3, reader: null },
  stationMother: { stored: 4, reader: null },
} as const
export type ChipTypeName = keyof typeof chipTypes

/** Card type as it is stored: 1 感应卡, 2 CPU 卡, 3 PSAM 卡, 4 油站母卡. */
export const ChipType = z.literal([1, 2, 3, 4])
export type ChipType = z.output<typeof ChipType>
/** Card type as a reader tells it: 0 感应卡, 1 CPU 卡. */
export const ReaderType = z.literal([0, 1])
export type ReaderType = z.output<typeof ReaderType>

export const chipTypeOf = (reader: ReaderType): ChipType => Object.values(chipTypes).find(each => each.reader === reader)!.stored
export const readerTypeOf = (stored: ChipType): ReaderType | null => Object.values(chipTypes).find(each => each.stored === stored)!.reader

/**
 * 发卡类型, what a chip was made for. Those below 8 are written by the maker and belong to nobody; the path of a customer's is 8, 9, 10
 * and back to 9 (decisions CD7, CD8).
 * @source spec 1 §3 "Issue type"; requirement CRD-005
 */
export const issueTypes = {
  rootMother: 1,
  rootMotherAuthorisation: 2,
  transfer: 3,
  transferAuthorisation: 4,
  stationMother: 5,
  stationMotherAuthorisation: 6,
  psam: 7,
  blankUser: 8,
  factoryUser: 9,
  stationUser: 10,
} as const
export const IssueType = z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
export type IssueType = z.output<typeof IssueType>

/** Whether a customer may hold such a chip. @source decisions CD8 */
export const isUserChip = (issueType: IssueType): boolean => issueType >= issueTypes.blankUser
