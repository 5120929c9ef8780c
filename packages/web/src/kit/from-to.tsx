import { fromTo } from '../core/time.ts'
import './from-to.css'

/** From one day or time to another, as `fromTo` writes it, in a narrow column: a line ends between the two, never within a date. */
export function FromTo({ from, to }: { from: string; to: string }) {
  const between = fromTo('', '').trim()
  return (
    <>
      <span className="k-whole">{from}</span> {between} <span className="k-whole">{to}</span>
    </>
  )
}
