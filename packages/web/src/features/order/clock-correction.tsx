import { clockFaults, clockSales, orders, refunds, transactions, userCardDetails, type Returned } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import type { Values } from '../../kit/form/values.ts'
import { MoveBy } from './move-by.tsx'

export type Fault = Returned<typeof clockFaults.waiting>['content'][number]
type Foreseen = Returned<typeof clockFaults.preview>

const kinds = ['sales', 'payments', 'refunds', 'movements'] as const
/** `2 sales, 3 payments`: what of each kind bears the mark. */
export const marksOf = (of: Readonly<Record<(typeof kinds)[number], number>>): string =>
  kinds
    .filter(kind => of[kind] > 0)
    .map(kind => t(`clockFaults.${kind}`, { count: of[kind] }))
    .join(t('kit.comma'))

const lists = [clockSales, orders, transactions, refunds, userCardDetails].map(({ name }) => name)
const changes = [...lists, 'clockFaults', 'home']

/** The two ways of checking dates: they are right as they are, or they are moved. */
export function CorrectionButtons({ of }: { of: Fault }) {
  const { id, proposedSeconds, firstDate } = of
  const act = {
    of: clockFaults.correct,
    words: 'clockFaults',
    changes,
    done: t('clockFaults.done'),
    preview: (values: Values) => foreseen(id, values['movedSeconds'] ?? 0),
    button: { size: 'small' },
  } as const
  const control: OwnControl = ({ value, values: _values, change: _change, field: _field, ...props }) => (
    <MoveBy {...props} seconds={typeof value === 'number' ? value : 0} firstDate={firstDate} />
  )
  return (
    <>
      <ActButton
        {...act}
        label={t('clockFaults.right')}
        fields={onlyReason}
        defaults={{ clockFaultId: id, movedSeconds: 0 }}
        effect={(_, answer: Foreseen | undefined) => answer && t('clockFaults.rightHelp', { what: marksOf(answer) })}
      />
      <ActButton
        {...act}
        label={t('clockFaults.move')}
        fields={byAndReason}
        defaults={{ clockFaultId: id, movedSeconds: proposedSeconds }}
        controls={{ movedSeconds: control }}
        rules={(_, answer: Foreseen | undefined) => ({
          wrong: { movedSeconds: answer?.refusal?.message },
          limits: { movedSeconds: t(proposedSeconds === 0 ? 'clockFaults.steady' : 'clockFaults.proposed') },
        })}
        effect={(_, answer: Foreseen | undefined) => answer && <Outcome of={answer} />}
        width={560}
      />
    </>
  )
}
const onlyReason = ['reason']
const byAndReason = ['movedSeconds', 'reason']

/** What the server says that moving the dates would do. */
function foreseen(clockFaultId: number, movedSeconds: unknown) {
  if (!Number.isSafeInteger(movedSeconds)) return undefined
  return {
    key: ['clockFaults', 'preview', clockFaultId, movedSeconds],
    read: (signal: AbortSignal): Promise<Foreseen> =>
      call(clockFaults.preview, { body: { clockFaultId, movedSeconds: movedSeconds as number } }, { signal }),
  }
}

/** The first and the last date before and after, and how much is moved. */
function Outcome({ of }: { of: Foreseen }) {
  const { first, last, settled, left } = of
  const where = (['shifts', 'days'] as const).filter(kind => of[kind] > 0).map(kind => t(`clockFaults.${kind}`, { count: of[kind] }))
  const said = [
    where.length > 0 ? t('clockFaults.touches', { what: marksOf(of), where: where.join(t('kit.comma')) }) : t('clockFaults.noneMoves'),
    settled > 0 && t('clockFaults.settledStay', { count: settled }),
    left > 0 && t('clockFaults.left', { count: left }),
  ]
  return (
    <>
      <table className="clock-outcome">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('clockFaults.before')}</th>
            <th scope="col">{t('clockFaults.after')}</th>
          </tr>
        </thead>
        <tbody>
          {(['first', 'last'] as const).map(which => {
            const { before, after } = which === 'first' ? first : last
            return (
              <tr key={which}>
                <th scope="row">{t(`clockFaults.${which}`)}</th>
                <td className="k-number">{time(before)}</td>
                <td className="k-number">{time(after)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {said.filter(Boolean).map(words => (
        <p key={String(words)}>{words}</p>
      ))}
    </>
  )
}
