import { cardInfos, cardLife, userCards, type RecordNamed } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { ApiError, call } from '../../core/api.ts'
import { equals, searchText } from '../../core/search.ts'
import { session } from '../../core/session.ts'
import { usePage } from '../../kit/page/use-page.ts'
import type { CardOnReader } from '../../kit/reader/use-reader.ts'
import { isWhole, type Card } from './whole-card.ts'

export type Chip = RecordNamed<'cardInfos'>
/** A card as it is looked for: as it lies on the reader, or by the number that is printed on it. */
export type Sought = { uuid: string; supplier: number } | { number: string; supplier: number }
/** The chip, and the account that has it or waits for it; an account that never had a chip is found by its number alone. */
export interface Found {
  readonly chip?: Chip | undefined
  readonly account?: Card | undefined
  /** When the number that was asked for was replaced by the one that the account has now. */
  readonly replacedDate?: string | undefined
  /** The chip was of this account until it got another one. */
  readonly successor?: { readonly account: Card; readonly date: string } | undefined
}

/** 1 is mh, whose cards do not all say so. @source requirement CRD-009 */
const usualSupplier = 1
export const chipExpand = 'userCard.parent,userCard.card.group,userCard.group,userCard.user,userCard.discount,company'
const accountExpand = ['parent', 'card', 'user', 'group', 'discount']

export const soughtOf = (card: CardOnReader | undefined): Sought | undefined =>
  card && { uuid: card.uuid, supplier: card.record?.supplier ?? card.supplier ?? usualSupplier }
export const soughtNumber = (number: string): Sought => ({ number, supplier: usualSupplier })

/** Reads a card anew when somebody asks for it, and after each act. What fails is said by the page. */
export function useFoundCard(sought: Sought | undefined) {
  const { visible } = usePage()
  return useQuery({
    // It shows an account: what changes accounts has it read anew.
    queryKey: ['userCards', 'ofChip', sought, session().atStation?.company.id],
    enabled: visible && sought !== undefined,
    retry: false,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => find(sought!, signal),
  })
}

async function find(sought: Sought, signal: AbortSignal): Promise<Found> {
  const companyId = session().atStation?.company.id
  try {
    const query = { ...sought, ...(companyId !== undefined && { companyId }), expand: chipExpand }
    const chip: Chip = await call(cardInfos.lookUp, { query }, { signal, quiet: true })
    const account = isWhole(chip.userCard) ? chip.userCard : await accountOf(chip.number, signal)
    return { chip, account, successor: chip.state === 'scrapped' && !account ? await successorOf(chip.number, signal) : undefined }
  } catch (error) {
    const found = isNotImported(error) && 'number' in sought ? await byNumber(sought.number, signal) : undefined
    if (!found) throw error
    return found
  }
}

async function successorOf(number: string, signal: AbortSignal): Promise<Found['successor']> {
  const { account, replacedDate } = (await byNumber(number, signal)) ?? {}
  return account && replacedDate ? { account, date: replacedDate } : undefined
}

/** By the number it has, or by one that was replaced. */
async function byNumber(number: string, signal: AbortSignal): Promise<Found | undefined> {
  try {
    const { id, replacedDate } = await call(cardLife.find, { query: { number } }, { signal, quiet: true })
    const account = await call(userCards.get, { id, query: { expand: accountExpand } }, { signal, quiet: true })
    return { account, replacedDate: replacedDate ?? undefined }
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'notFound' || error.status === 400)) return undefined
    throw error
  }
}

async function accountOf(number: string, signal: AbortSignal): Promise<Card | undefined> {
  const query = { page: 0, size: 1, search: searchText([equals('number', number)]), expand: accountExpand }
  return (await call(userCards.list, { query }, { signal, quiet: true, company: true })).content[0]
}

const isNotImported = (error: unknown) => error instanceof ApiError && error.code === 'cardInfo.notImported'
