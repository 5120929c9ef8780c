import type { PageName } from '@forecourt/contract'
import { Button } from 'antd'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { Params } from '../page/address.ts'
import { useGo } from '../page/use-go.ts'
import { later, WhileLoading } from '../later.tsx'
import './print.css'

/** Loaded where a document has a logo; without its code it is printed without. */
const StoredPicture = later(
  async () => ({ default: (await import('../picture/stored-picture.tsx')).StoredPicture }),
  () => null,
)

export type Paper = 'a4' | '80'

export interface PrintPageProps extends Omit<SheetProps, 'heading'> {
  /** The page that the document belongs to; the one before, or home, where it is no record's. */
  back?: { page: PageName; params: Params }
  /** A table of many columns, which no roll is wide enough for. */
  a4Only?: boolean
  /** What chooses what is printed; it does not stand on the paper. */
  tools?: ReactNode
}

interface SheetProps {
  title: string
  /** Of what it is: the period, the number, the shift. */
  facts: readonly { label: string; value: ReactNode }[]
  /** Who signs, each on a separate line. */
  signatures?: readonly string[]
  paper?: Paper
  /** Whose document it is, where it keeps that itself; the station that is chosen when absent. */
  place?: { station?: string; company?: string | undefined; logoId?: number | null }
  heading?: 'h1' | 'h3'
  children: ReactNode
}

/**
 * A document that people sign: company, station and facts on top, who printed it and when, the page of pages in the margin,
 * lines to sign on. Black on white, for A4 or the 80 mm roll.
 */
export function PrintPage({ paper: begun = 'a4', a4Only = false, back, tools, ...sheet }: PrintPageProps) {
  const go = useGo()
  const leave = () => {
    if (back) go(back.page, back.params)
    else if (history.length > 1) history.back()
    else go('home')
  }
  const [paper, setPaper] = useState(begun)
  const [place, length] = useLength()
  const [waiting, setWaiting] = useState(false)
  const toPaper = async () => {
    setWaiting(true)
    await drawnWhole(place.current!)
    setWaiting(false)
    print()
  }
  return (
    <div className="k-sheet-frame">
      <style>{pageRule(paper, length)}</style>
      <div className="k-sheet-tools">
        <Button className="k-sheet-back" onClick={leave}>
          {t('kit.back')}
        </Button>
        {tools && <div className="k-sheet-choice">{tools}</div>}
        {!a4Only && (
          <Button onClick={() => setPaper(paper === 'a4' ? '80' : 'a4')}>{t(paper === 'a4' ? 'kit.paper80' : 'kit.paperA4')}</Button>
        )}
        <Button type="primary" loading={waiting} onClick={() => void toPaper()}>
          {t('kit.print')}
        </Button>
      </div>
      {/* On a phone the paper is wider than the glass, and keys move it too. */}
      <main ref={place} tabIndex={0} aria-label={sheet.title}>
        <Sheet {...sheet} paper={paper} />
      </main>
    </div>
  )
}

const logoWithinMs = 10_000
/** A logo that is still on its way would be missing on paper for ever; one that never comes keeps nobody from printing. */
async function drawnWhole(sheet: HTMLElement): Promise<void> {
  const until = performance.now() + logoWithinMs
  while (sheet.querySelector('span.k-sheet-logo') && performance.now() < until) await new Promise(requestAnimationFrame)
  await Promise.allSettled([...sheet.querySelectorAll('img')].map(image => image.decode()))
}

/** The paper itself, as it will lie on a desk. */
export function Sheet({ title, facts, signatures = [], paper = 'a4', place, heading: Heading = 'h1', children }: SheetProps) {
  const [now] = useState(() => Temporal.Now.instant().toString())
  const { atStation, profile } = useSession()
  const { station = atStation?.name, company = atStation?.company.name, logoId } = place ?? {}
  const head = [
    ...(company ? [{ label: t('kit.company'), value: company }] : []),
    ...(station ? [{ label: t('kit.station'), value: station }] : []),
    ...facts,
  ]
  return (
    <div className={`k-sheet k-sheet-${paper}`}>
      {logoId && (
        <WhileLoading show={<span className="k-sheet-logo" />}>
          <StoredPicture id={logoId} alt={company ?? ''} className="k-sheet-logo" />
        </WhileLoading>
      )}
      <Heading className="k-sheet-title">{title}</Heading>
      <dl className="k-sheet-facts">
        {head.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
      {signatures.length > 0 && (
        <div className="k-sheet-sign">
          {signatures.map(name => (
            <div key={name}>
              {name}
              {t('kit.colon')}
            </div>
          ))}
        </div>
      )}
      <p className="k-sheet-now">
        {t('kit.printedBy')} {profile?.name ?? '—'} · {t('kit.printedAt')} {time(now)}
      </p>
    </div>
  )
}

/** The paper, and `page n of m` in its margin; a roll is as long as what stands on it. */
function pageRule(paper: Paper, length: number): string {
  if (paper === '80') return `@page { size: 80mm ${length}mm; margin: 3mm 4mm; }`
  const counted = t('kit.pageOf', { page: '" counter(page) "', pages: '" counter(pages) "' })
  return `@page { size: A4; margin: 12mm 12mm 14mm; @bottom-right { content: "${counted}"; font-size: 10px; } }`
}

const mmPerPixel = 25.4 / 96

/** How long a sheet is, in whole millimetres with its margins; it grows when its rows arrive. */
function useLength(): [RefObject<HTMLElement | null>, number] {
  const sheet = useRef<HTMLElement>(null)
  const [length, setLength] = useState(297)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setLength(Math.ceil(entry!.borderBoxSize[0]!.blockSize * mmPerPixel) + 10))
    watch.observe(sheet.current!)
    return () => watch.disconnect()
  }, [])
  return [sheet, length]
}

export interface PrintTableProps<R> {
  label: string
  rows: readonly R[]
  columns: readonly {
    key: string
    title: string
    value: (row: R) => ReactNode
    end?: boolean
    /** Left out on the roll, which is too narrow for it. */
    a4?: boolean
  }[]
  /** The last line, by column. */
  totals?: Readonly<Record<string, ReactNode>>
}

/** A table on paper; its head stands again on every page. */
export function PrintTable<R>({ label, rows, columns, totals }: PrintTableProps<R>) {
  const side = (end = false, a4 = false) => [end && 'k-end', a4 && 'k-a4-only'].filter(Boolean).join(' ') || undefined
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, title, end, a4 }) => (
            <th key={key} scope="col" className={side(end, a4)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {columns.map(({ key, value, end, a4 }) => (
              <td key={key} className={side(end, a4)}>
                {value(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals && (
        <tfoot>
          <tr>
            {columns.map(({ key, end, a4 }) => (
              <td key={key} className={side(end, a4)}>
                {totals[key]}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}
