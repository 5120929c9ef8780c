import { qrCodeKinds, qrCodesMost } from '@forecourt/contract'
import { useMay, useSession } from '../../core/session.ts'
import { usePage } from '../../kit/page/use-page.ts'
import type { Kind, Program } from './use-codes.ts'

const isKind = (text: string | undefined): text is Kind => qrCodeKinds.some(kind => kind === text)
const idsIn = (text = '') =>
  /^\d{1,16}(,\d{1,16})*$/.test(text)
    ? text
        .split(',')
        .map(Number)
        .filter(id => id > 0)
    : []

/** What is chosen stands in the address: it is there again after a reload, and can be sent to a colleague. */
export function useChoice(programs: readonly Program[]) {
  const { search, setSearch } = usePage()
  const mayChoosePeople = useMay('access.user.read')
  const here = useSession(({ atStation }) => atStation?.id)
  const own = useSession(({ profile }) => (profile?.promoter ? profile.id : undefined))
  const kinds = qrCodeKinds.filter(kind => kind !== 'promoter' || mayChoosePeople || own !== undefined)
  const kind = isKind(search['kind']) && kinds.includes(search['kind']) ? search['kind'] : 'station'
  const onlyOwn = kind === 'promoter' && !mayChoosePeople
  const named = programs.find(({ id }) => String(id) === search['program'])
  const program = named ?? programs.find(({ linkPrefix }) => linkPrefix !== '') ?? programs[0]!
  // The page opens with the code of the station that is selected; 0 says that nothing is chosen.
  const begun = search['ids'] ?? (kind === 'station' && here ? String(here) : '')
  const ids = onlyOwn ? [own!] : idsIn(begun).slice(0, qrCodesMost)
  const deal = kind === 'promoter' ? idsIn(search['deal'])[0] : undefined
  const change = (next: { program?: number; kind?: Kind; ids?: readonly number[]; deal?: number | undefined }) =>
    setSearch(now => ({ ...now, ...next, ids: next.kind ? undefined : (next.ids ?? ids).join(',') || '0' }))
  return { kinds, kind, onlyOwn, program, ids, deal, change }
}
export type Choice = ReturnType<typeof useChoice>
