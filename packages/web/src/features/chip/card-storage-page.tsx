import { cardInfos, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, type SubmitEvent } from 'react'
import { useOwnSetting } from '../../core/own-settings.ts'
import { equals } from '../../core/search.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { fieldLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { useReader } from '../../kit/reader/use-reader.ts'
import { grouped } from '../../kit/show.ts'
import { Button } from '../../kit/ui.ts'
import { AddOwn } from './add-own.tsx'
import { MakerChoice } from './choices.tsx'
import { NumberBox, numberOf } from './number-box.tsx'
import { addOwn, receive, receiveNumber, type Unknown } from './receive.ts'
import { useSuppliers } from '../../kit/reader/suppliers.ts'
import { TurnDesk } from './turn-desk.tsx'
import { TurnList } from './turn-list.tsx'
import { useTurnKeys, useTurns, type Taken } from './turns.ts'

type Chip = RowOf<typeof cardInfos>

const filters: readonly FilterInput<Chip>[] = ['number', 'uuid', 'cardType', { path: 'productionTime', time: true }]
const fixed = [equals('state', 'stock')]

/** The company's stock, newest first, with all that a list offers. */
function useStock() {
  const { nameOf } = useSuppliers()
  const columns = useMemo<readonly ColumnInput<Chip>[]>(
    () => [
      { path: 'number', width: 190 },
      { path: 'uuid', width: 170 },
      { path: 'cardType', width: 140 },
      { path: 'supplier', width: 110, align: 'left', cell: row => nameOf(row.supplier), text: row => nameOf(row.supplier) },
      { path: 'code', width: 120 },
      { path: 'productionTime', width: 170 },
      { path: 'createdDate', width: 170 },
      { path: 'companyId', width: 150, hidden: true },
    ],
    [nameOf],
  )
  return useList<Chip>(cardInfos, { columns, filters, fixed })
}

/** 卡入库: prepared cards are taken into the stock of the company, from the reader or by their printed numbers. @source spec 1 §7 */
export default function CardStoragePage() {
  const { title } = usePage()
  const list = useStock()
  return (
    <ListView list={list} label={title} emptyHint={t('storagePage.emptyHint')}>
      <Desk />
    </ListView>
  )
}

interface Kept {
  readonly supplier?: number
  readonly auto?: boolean
}

/** The sitting: what is set up, what lies on the reader, and what came of each card. */
function useReceiving() {
  const [kept = {}, keep] = useOwnSetting<Kept>('sitting.cardStorage')
  const [unknown, setUnknown] = useState<Unknown>()
  const companyId = useSession(({ atStation }) => atStation?.company.id)
  const cache = useQueryClient()
  const { options, nameOf } = useSuppliers()
  const reader = useReader()
  const may = useMay('chip.stock')
  const { auto = false, supplier } = kept
  const ready = may && supplier !== undefined && companyId !== undefined
  const receiving = { companyId: companyId!, supplier: supplier!, makers: options.map(({ value }) => value) }
  const after = async (taken: Promise<Taken>) => {
    const row = await taken
    void cache.invalidateQueries({ queryKey: ['cardInfos'] })
    return row
  }
  const turn = () => {
    setUnknown(undefined)
    return after(receive(receiving, may ? setUnknown : undefined))
  }
  const turns = useTurns({ reader, auto, ready, turn })
  const takeNumber = (number: string, onTaken: () => void) =>
    turns.begin(async () => {
      const taken = await after(receiveNumber(number, receiving))
      onTaken()
      return taken
    })
  const add = (card: Unknown, number: string) =>
    turns.begin(async () => {
      const taken = await after(addOwn(card, number))
      setUnknown(undefined)
      return taken
    })
  return { kept, keep, auto, supplier, ready, reader, turns, takeNumber, unknown, setUnknown, add, nameOf }
}

function Desk() {
  const { kept, keep, auto, supplier, ready, reader, turns, takeNumber, unknown, setUnknown, add, nameOf } = useReceiving()
  const main = useRef<HTMLButtonElement>(null)
  const { entries, last } = turns
  useTurnKeys({ act: t('storagePage.act'), ready, begin: turns.begin })
  return (
    <div>
      <ByNumber supplier={supplier} ready={ready} onSupplier={value => keep({ ...kept, supplier: value })} onTake={takeNumber} />
      <TurnDesk
        reader={reader}
        turns={turns}
        main={main}
        act={t('storagePage.act')}
        off={supplier === undefined ? t('storagePage.chooseFirst') : undefined}
        count={{ value: entries.filter(({ outcome }) => outcome === 'done').length, label: t('storagePage.count') }}
        now={turns.busy ? t('storagePage.busy') : last && t('storagePage.done', { number: grouped(last.number!, 'cardNumber') })}
        place={t('storagePage.place')}
        auto={auto}
        onAuto={value => keep({ ...kept, auto: value })}
      />
      {unknown && (
        <AddOwn
          key={unknown.uuid}
          card={unknown}
          makerName={nameOf(unknown.supplier)}
          onAdd={number => add(unknown, number).then(() => main.current?.focus())}
          onLeave={() => {
            setUnknown(undefined)
            main.current?.focus()
          }}
        />
      )}
      {entries.length > 0 && (
        <Section title={t('preparePage.sitting')}>
          <TurnList label={t('preparePage.sitting')} entries={entries} done={t('storagePage.outcome_done')} short />
        </Section>
      )}
    </div>
  )
}

interface ByNumberProps {
  supplier: number | undefined
  ready: boolean
  onSupplier: (supplier: number) => void
  onTake: (number: string, onTaken: () => void) => Promise<void>
}

/** The maker of the cards, and a card by its printed number, where no reader is at hand. */
function ByNumber({ supplier, ready, onSupplier, onTake }: ByNumberProps) {
  const [typed, setTyped] = useState('')
  const number = numberOf(typed)
  const take = async (event: SubmitEvent) => {
    event.preventDefault()
    if (ready && number !== undefined) await onTake(number, () => setTyped(''))
  }
  return (
    <form className="f-chip-choices" onSubmit={event => void take(event)}>
      <MakerChoice value={supplier} onChange={onSupplier} />
      <NumberBox label={fieldLabel('cardInfos', 'number')} value={typed} onChange={setTyped} />
      <div className="f-chip-send">
        <Button htmlType="submit" disabled={!ready || number === undefined}>
          {t('storagePage.takeNumber')}
        </Button>
      </div>
    </form>
  )
}
