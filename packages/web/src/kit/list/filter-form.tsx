import { resources } from '@forecourt/contract'
import { Badge, Button, Drawer } from 'antd'
import { useEffect, useMemo, useRef, useState, type SubmitEvent } from 'react'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { labelOf, titled, unitOf } from '../label.ts'
import { useNarrow } from '../media.ts'
import { PeriodBar, PeriodQuick } from '../period-bar.tsx'
import type { Filter } from './filter.ts'
import { FilterControl } from './filter-control.tsx'
import type { Address } from './use-address.ts'
import './filters.css'

const controlWidth = 200
const gap = 16

export interface FilterFormProps {
  filters: readonly Filter[]
  /** The one of them that stands above the others, as the period of a report does. */
  period?: Filter | undefined
  address: Pick<Address, 'search' | 'filterBy'>
  /** Asked for again with nothing changed: the same rows, read anew. */
  onAgain: () => void
  /** What the list counts with what is set, for the button of the sheet. */
  count?: number | undefined
  /** How many filters are set. */
  set: number
}

/** Without those that choose among records the reader may not list. One that stands in the address holds all the same. */
function useOffered(filters: readonly Filter[]): readonly Filter[] {
  const held = useSession(({ profile }) => profile?.permissions)
  return useMemo(
    () =>
      filters.filter(({ control, field }) => {
        const of = control === 'reference' && field.ref ? resources.get(field.ref) : undefined
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

/** What was typed and not yet searched for, and the way to search for all of it. */
function useDraft({ address: { filterBy }, onAgain }: FilterFormProps) {
  const typed = useRef<Record<string, string | undefined>>({})
  const search = (more: Record<string, string | undefined> = {}) => {
    filterBy({ ...typed.current, ...more })
    typed.current = {}
  }
  const note = (path: string, value: string) => {
    typed.current[path] = value || undefined
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (Object.keys(typed.current).length > 0) search()
    else onAgain()
  }
  return { search, note, submit }
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

function Sheet(props: FilterFormProps) {
  const { filters, period, address, count, set } = props
  const [open, setOpen] = useState(false)
  const { search, note, submit } = useDraft(props)
  return (
    <>
      <div className="k-filter-line">
        <Badge count={set}>
          <Button onClick={() => setOpen(true)}>{t('kit.filter')}</Button>
        </Badge>
        {period && (
          <PeriodQuick
            value={address.search[period.path] ?? ''}
            onChange={value => address.filterBy({ [period.path]: value || undefined })}
            time={period.time ?? false}
            clearable
          />
        )}
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} placement="bottom" title={t('kit.filter')} size="85%">
        <form
          role="search"
          className="k-filters"
          onSubmit={event => {
            submit(event)
            setOpen(false)
          }}>
          {filters.map(filter => (
            <OneFilter key={filter.path} filter={filter} value={address.search[filter.path] ?? ''} note={note} search={search} />
          ))}
          <Button type="primary" htmlType="submit" block>
            {count === undefined ? t('kit.search') : t('kit.showCount', { count })}
          </Button>
        </form>
      </Drawer>
    </>
  )
}

interface OneFilterProps {
  filter: Filter
  value: string
  note: (path: string, value: string) => void
  search: (more?: Record<string, string | undefined>) => void
}

function OneFilter({ filter, value, note, search }: OneFilterProps) {
  const label = titled(labelOf(filter.field), unitOf(filter.field.kind))
  const id = `f-${filter.path.replaceAll('.', '-')}`
  const paired = filter.control === 'period' || filter.control === 'range'
  return (
    <div className={placesOf(filter) === 2 ? 'k-filter k-filter-wide' : 'k-filter'}>
      {paired ? (
        <span className="k-name" id={`${id}-name`}>
          {label}
        </span>
      ) : (
        <label htmlFor={id} className="k-name">
          {label}
        </label>
      )}
      <FilterControl
        id={id}
        label={label}
        filter={filter}
        value={value}
        onType={text => note(filter.path, text)}
        onChoose={text => search({ [filter.path]: text || undefined })}
      />
    </div>
  )
}

/** A period with hours takes two places. */
const placesOf = ({ control, time }: Filter) => (control === 'period' && time ? 2 : 1)

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
