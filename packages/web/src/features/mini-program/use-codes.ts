import { customerProgramTypes, miniprograms, qrCodes, type RecordNamed, type qrCodeKinds } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { anyOf, equals, searchText } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { usePage } from '../../kit/page/use-page.ts'

export type Program = RecordNamed<'miniprograms'>
export type Kind = (typeof qrCodeKinds)[number]

const search = searchText([equals('disabled', false), anyOf('type', customerProgramTypes)])

const rank = ({ type }: Program) => customerProgramTypes.indexOf(type)
const byType = ({ content }: { content: Program[] }) => content.toSorted((one, other) => rank(one) - rank(other))

/** What customers of the selected company open: one of each type at most. */
export function usePrograms() {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  return useQuery({
    queryKey: ['miniprograms', 'forCustomers', station],
    enabled: visible,
    queryFn: ({ signal }) => call(miniprograms.list, { query: { page: 0, size: 100, sort: 'id,desc', search } }, { signal }),
    select: byType,
    meta: saidOnPage,
  })
}

/** The codes of what was chosen, for one of them. */
export function useCodes(program: Program | undefined, kind: Kind, ids: readonly number[], dealId: number | undefined) {
  const { visible } = usePage()
  return useQuery({
    queryKey: ['qrcodes', program?.id, kind, program?.version, ids, dealId],
    enabled: visible && program !== undefined && program.linkPrefix !== '' && ids.length > 0,
    queryFn: ({ signal }) =>
      call(qrCodes.list, { query: { miniProgramId: program!.id, kind, ids: ids.join(','), ...(dealId && { dealId }) } }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === program?.id && query?.queryKey[2] === kind ? before : undefined),
    meta: saidOnPage,
  })
}
