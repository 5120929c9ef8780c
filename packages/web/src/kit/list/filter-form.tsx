import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { recordNamed } from '../field.ts'
import { labelOf } from '../label.ts'
import { laterDialog } from '../later.tsx'
import { useNarrow } from '../media.ts'
import { PeriodBar, PeriodQuick } from '../period-bar.tsx'
import type { Filter } from './filter.ts'
import type { FilterFormProps } from './filter-props.ts'
import { OneFilter, placesOf } from './one-filter.tsx'
import { useDraft } from './use-draft.ts'
import './filters.css'

const controlWidth = 200
const gap = 16

/** Without those that choose among records the reader may not list. One that stands in the address holds all the same. */
function useOffered(filters: readonly Filter[]): readonly Filter[] {
  const held = useSession(({ profile }) => profile?.permissions)
  return useMemo(
    () =>
      filters.filter(({ control, field }) => {
        const of = control === 'reference' && field.ref ? recordNamed(field.ref) : undefined
        return !of || held?.includes(`${of.permission}.read`)
      }),
    [filters, held],
  )
}

/** What a list is narrowed by, folded to one row; on a phone behind a button. Choices act at once, words with Enter. */
export function FilterForm(props: FilterFormProps) {
  const narrow = useNarrow()
  const filters = useOffered(props.filters)
  if (filters.length === 0) return null
  if (narrow) return <Sheet {...props} filters={filters} />
  const others = props.period ? filters.filter(filter => filter !== props.period) : filters
  return (
    <>
      {props.period && <Period of={props.period} address={props.address} />}
      {others.length > 0 && <Row {...props} filters={others} />}
    </>
  )
}

/** When: the same bar as above figures. */
function Period({ of, address }: { of: Filter; address: FilterFormProps['address'] }) {
  const label = labelOf(of.field)
  return (
    <div className="k-list-period">
      <span className="k-name" aria-hidden="true">
        {label}
      </span>
      <PeriodBar
        label={label}
        value={address.search[of.path] ?? ''}
        onChange={value => address.filterBy({ [of.path]: value || undefined })}
        time={of.time ?? false}
        clearable
        size="small"
      />
    </div>
  )
}

function Row(props: FilterFormProps) {
  const { filters, address } = props
  const [open, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const places = usePlaces(form)
  const { search, note, submit } = useDraft(props)
  const fitting = fit(filters, places - 1)
  const folded = fitting < filters.length
  const shown = folded && !open ? filters.slice(0, fitting) : filters
  return (
    <form
      ref={form}
      role="search"
      className="k-filters"
      style={{ gridTemplateColumns: `repeat(${places}, minmax(0, 1fr))` }}
      onSubmit={submit}>
      {shown.map(filter => (
        <OneFilter key={filter.path} filter={filter} value={address.search[filter.path] ?? ''} note={note} search={search} />
      ))}
      <div className="k-filter-acts" style={{ gridColumn: `${places} / span 1` }}>
        {folded && (
          <Button type="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'kit.fold' : 'kit.unfold', { count: filters.length - fitting })}
          </Button>
        )}
        <Button type="primary" htmlType="submit">
          {t('kit.search')}
        </Button>
      </div>
    </form>
  )
}

/** Most who read a list on a phone do not narrow it: the sheet comes with the first press. */
const FilterSheet = laterDialog(() => import('./filter-sheet.tsx'))

function Sheet(props: FilterFormProps) {
  const { period, address, set } = props
  const [open, setOpen] = useState(false)
  const [pressed, setPressed] = useState(false)
  const press = () => {
    setPressed(true)
    setOpen(true)
  }
  return (
    <>
      <div className="k-filter-line">
        <span className="k-counted">
          <Button onClick={press}>{t('kit.filter')}</Button>
          {set > 0 && <sup className="k-count">{set}</sup>}
        </span>
        {period && (
          <PeriodQuick
            value={address.search[period.path] ?? ''}
            onChange={value => address.filterBy({ [period.path]: value || undefined })}
            time={period.time ?? false}
            clearable
          />
        )}
      </div>
      {pressed && <FilterSheet {...props} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

/** How many of the filters, from the first, stand in a row of so many places; at least one does. */
function fit(filters: readonly Filter[], places: number): number {
  let taken = 0
  const over = filters.findIndex(filter => (taken += placesOf(filter)) > places)
  return over < 0 ? filters.length : Math.max(1, over)
}

/** How many controls fit beside each other. */
function usePlaces(form: React.RefObject<HTMLFormElement | null>): number {
  const [places, setPlaces] = useState(5)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const width = entry!.contentRect.width
      if (width > 0) setPlaces(Math.max(2, Math.floor((width + gap) / (controlWidth + gap))))
    })
    watch.observe(form.current!)
    return () => watch.disconnect()
  }, [form])
  return places
}
